/** "500", "1.5K", "200K" and "2M": what stands beside an axis. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  const [unit, letter] = size >= 1e6 ? [1e6, "M"] : size >= 1e3 ? [1e3, "K"] : [1, ""];
  return `${Number((value / unit).toFixed(2))}${letter}`;
}
