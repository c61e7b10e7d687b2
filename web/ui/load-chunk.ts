const timeoutMs = 120_000;

/** Loads a part of the program on demand; after 120 s it rejects with the name of the part (SCR-11). */
export async function loadChunk<Module>(id: string, load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("timeout")), timeoutMs);
  });
  try {
    return await Promise.race([load(), tooLate]);
  } catch (cause) {
    throw new Error(`Loading chunk ${id} failed`, { cause });
  } finally {
    clearTimeout(timer);
  }
}
