// How the server's garbage is collected (docs/decisions/017-out-of-the-way.md).
import { setFlagsFromString } from "node:v8";

/**
 * Collects what is young without helping threads, which on few processors wait for one another while the server waits for
 * them; and what is old only when the heap has grown to thrice of what was in use.
 */
export function collectGarbageSparingly(): void {
  setFlagsFromString("--no-parallel-scavenge");
  setFlagsFromString("--heap-growing-percent=200");
}
