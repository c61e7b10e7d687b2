// Argon2id with the parameters of safety 5.1, and a limit on how many hashes are reckoned at once.
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { refuse } from "#domain/refusal.ts";

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const AT_ONCE = 4;
const QUEUE = 40;

// The hash of random bytes that nobody kept: judging against it costs what judging a real one costs.
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7qGnGNtmdzITC2xUpUM8M";

/** Refuses with `server-busy` when 40 hashes already wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, parameters));
}

/** Whether the password is the one behind `kept`; null, for a person there is not, costs the same and is false. */
export async function verifyPassword(kept: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(kept ?? NOBODYS_HASH, password));
  return matches && kept !== null;
}

/** Whether it was made with weaker parameters than today's. */
export function needsRehash(kept: string): boolean {
  const made = parseOptions(kept);
  return made.memoryCost < parameters.memoryCost || made.timeCost < parameters.timeCost;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running++;
  else if (waiting.length >= QUEUE) throw refuse("server-busy");
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    // Whoever waited longest takes over this place.
    if (next === undefined) running--;
    else next();
  }
}
