// Argon2id with the parameters of SAFE-5, a pepper that the database does not know, and a limit on simultaneous
// hashes.
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { refuse } from "#domain/refusal.ts";

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const AT_ONCE = 4;
const QUEUE = 40;

// The hash of unknown random bytes: checking against it takes as long as checking a real one.
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7qGnGNtmdzITC2xUpUM8M";

// A hash made with the pepper begins like this.
const PEPPERED = "peppered:";
let pepper: Uint8Array | null = null;

/** This server's secret, or null. Older hashes stay valid, and are renewed at the next sign-in. */
export function setPepper(secret: Uint8Array | null): void {
  pepper = secret;
}

/** Refuses with `server-busy` when 40 hashes already wait. */
export async function hashPassword(password: string): Promise<string> {
  const secret = pepper;
  if (secret === null) return inTurn(() => hash(password, parameters));
  return PEPPERED + (await inTurn(() => hash(password, { ...parameters, secret })));
}

/** Whether the password matches `stored`; null, for an unknown person, takes as long and is false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isPeppered = stored?.startsWith(PEPPERED) === true;
  const options = isPeppered && pepper !== null ? { secret: pepper } : {};
  const made = plainHash(stored ?? NOBODYS_HASH);
  const matches = await inTurn(() => verify(made, password, options));
  return matches && stored !== null;
}

/** Whether it has weaker parameters than today's, or lacks today's pepper. */
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
    // The request that waited longest takes over this slot.
    if (next === undefined) running--;
    else next();
  }
}
