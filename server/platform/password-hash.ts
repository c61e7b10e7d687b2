// Argon2id with the parameters of SAFE-5, a pepper that the database does not know, and a limit on how many hashes
// are reckoned at once.
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { refuse } from "#domain/refusal.ts";

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const AT_ONCE = 4;
const QUEUE = 40;

// The hash of random bytes that nobody has: a check against it costs what a check on a real one costs.
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7qGnGNtmdzITC2xUpUM8M";

// A hash that was made with the pepper begins so.
const PEPPERED = "peppered:";
let pepper: Uint8Array | null = null;

/** The secret of this server, or null. Older hashes stay good, and are made anew at the next sign-in. */
export function setPepper(secret: Uint8Array | null): void {
  pepper = secret;
}

/** Refuses with `server-busy` when 40 hashes already wait. */
export async function hashPassword(password: string): Promise<string> {
  const secret = pepper;
  if (secret === null) return inTurn(() => hash(password, parameters));
  return PEPPERED + (await inTurn(() => hash(password, { ...parameters, secret })));
}

/** Whether the password is the one behind `stored`; null, for a person there is not, costs the same and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isPeppered = stored?.startsWith(PEPPERED) === true;
  const options = isPeppered && pepper !== null ? { secret: pepper } : {};
  const made = plainHash(stored ?? NOBODYS_HASH);
  const matches = await inTurn(() => verify(made, password, options));
  return matches && stored !== null;
}

/** Whether it was made with weaker parameters than today's, or without the pepper that there is today. */
export function needsRehash(stored: string): boolean {
  const made = parseOptions(plainHash(stored));
  const isWeaker = made.memoryCost < parameters.memoryCost || made.timeCost < parameters.timeCost;
  return isWeaker || (pepper !== null && !stored.startsWith(PEPPERED));
}

function plainHash(stored: string): string {
  return stored.startsWith(PEPPERED) ? stored.slice(PEPPERED.length) : stored;
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
