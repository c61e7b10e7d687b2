// What a payer typed as the account, such as `M034 loan` or `R/004-faini`: whose it may be, and for what (STAT-13).

import { factsOfKinds, paymentKinds, type PaymentKind } from "../payments/payment-kinds.ts";

const words: ReadonlyMap<string, PaymentKind> = new Map(
  paymentKinds.flatMap((kind) => factsOfKinds[kind].typedWords.map((word) => [word, kind])),
);

/** What it says that the money is for, each once with the first word that says so, in the order typed. */
export function paidForIn(typed: string): { kind: PaymentKind; word: string }[] {
  const named = new Map<PaymentKind, string>();
  for (const word of tokensOf(typed, BETWEEN_WORDS)) {
    const kind = words.get(word.toLowerCase());
    if (kind !== undefined && !named.has(kind)) named.set(kind, word);
  }
  return [...named].map(([kind, word]) => ({ kind, word }));
}

const TOKENS_MAX = 20;
/** A RegNo or a username has at most as many parts: `CH/2019/034-B`. */
const PARTS_MAX = 4;

/**
 * Every RegNo or username that may stand in it as a token: capitals without spaces, `-` and `/`, as the database
 * compares them (`plain_account`). Each is one token, or several beside each other, since `R/004` is two of them.
 */
export function accountKeysIn(typed: string): string[] {
  const keys = [BETWEEN_ACCOUNTS, BETWEEN_WORDS].flatMap((between) => {
    const tokens = tokensOf(typed, between);
    return tokens.flatMap((_, from) =>
      Array.from({ length: Math.min(PARTS_MAX, tokens.length - from) }, (_each, more) =>
        tokens
          .slice(from, from + more + 1)
          .join("")
          .toUpperCase(),
      ),
    );
  });
  return [...new Set(keys)];
}

/** A username may have dots and underscores within. */
const BETWEEN_ACCOUNTS =
  /[^\p{L}\p{M}\p{N}._@+]+|(?<![\p{L}\p{N}])[._@+]+|[._@+]+(?![\p{L}\p{N}])/u;
const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}]+/u;

function tokensOf(typed: string, between: RegExp): string[] {
  return typed.split(between).filter(Boolean).slice(0, TOKENS_MAX);
}
