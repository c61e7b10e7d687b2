/** How long `act` takes at its quickest, in ms: a machine that is busy with something else may hold up any one of them. */
export async function quickestMs(act: () => Promise<unknown>, times = 3): Promise<number> {
  const tookMs: number[] = [];
  for (let round = 0; round < times; round++) {
    const began = performance.now();
    await act();
    tookMs.push(performance.now() - began);
  }
  return Math.min(...tookMs);
}
