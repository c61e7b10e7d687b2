// Argon2id with the parameters of SAFE-5, a pepper that the database does not know, and a limit on simultaneous
// hashes.
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { passwordForm } from "#domain/members/password-form.ts";
import { refuse } from "#domain/refusal.ts";
import { deriveKey } from "./secrets.ts";

const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };
const AT_ONCE = 4;
const QUEUE = 40;

// The hash of unknown random bytes: checking against it takes as long as checking a real one.
const NOBODYS_HASH =
  "$argon2id$v=19$m=19456,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7qGnGNtmdzITC2xUpUM8M";

// A hash made with the pepper begins like this.
const PEPPERED = "peppered:";

/** Hashes and checks the passwords of one group. */
export type Passwords = {
  /** Hashes the password's one form. Refuses with `server-busy` when 40 hashes already wait. */
  hash(typed: string): Promise<string>;
  /**
   * Whether the password matches `stored`, and how: `as-typed` for a hash from before passwords had one form, which needs
   * another. A null `stored`, for an unknown person, takes as long and is `no`: only a password that is typed in another
   * form than the one is hashed a second time, whosever it is.
   */
  match(stored: string | null, typed: string): Promise<"yes" | "as-typed" | "no">;
  /** Whether it has weaker parameters than today's, or lacks the group's pepper. */
  isOld(stored: string): boolean;
};

/** With a pepper, older hashes stay valid, and are renewed at the next sign-in. */
export function openPasswords(pepper: string | null): Passwords {
  const secret = pepper === null ? null : deriveKey(pepper, "akiba passwords");

  const isMadeOf = async (stored: string | null, password: string): Promise<boolean> => {
    const isPeppered = stored?.startsWith(PEPPERED) === true;
    const options = isPeppered && secret !== null ? { secret } : {};
    const made = plainHash(stored ?? NOBODYS_HASH);
    const matches = await inTurn(() => verify(made, password, options));
    return matches && stored !== null;
  };

  return {
    hash: async (typed) => {
      const password = passwordForm(typed);
      if (secret === null) return inTurn(() => hash(password, parameters));
      return PEPPERED + (await inTurn(() => hash(password, { ...parameters, secret })));
    },
    match: async (stored, typed) => {
      const password = passwordForm(typed);
      if (await isMadeOf(stored, password)) return "yes";
      return password !== typed && (await isMadeOf(stored, typed)) ? "as-typed" : "no";
    },
    isOld: (stored) => {
      const made = parseOptions(plainHash(stored));
      const { memoryCost, timeCost } = parameters;
      const isWeaker = made.memoryCost < memoryCost || made.timeCost < timeCost;
      return isWeaker || (secret !== null && !stored.startsWith(PEPPERED));
    },
  };
}

function plainHash(stored: string): string {
  return stored.startsWith(PEPPERED) ? stored.slice(PEPPERED.length) : stored;
}

// The processor is shared by all groups.
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
