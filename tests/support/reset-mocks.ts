// What one file of tests changed for the whole process is changed back before the next file: a failed `afterAll` would
// leave fake timers and spies behind.
import { afterAll, vi } from "vitest";

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});
