// The life of a payout (money that we send or give back by M-PESA), as a table of states, events and states, and when
// M-PESA is asked about one that is unknown (OUT-3). What is decided stays decided, whatever comes later.

export const payoutKinds = ["loan", "exit", "return"] as const;
export type PayoutKind = (typeof payoutKinds)[number];

export const payoutStates = [
  "proposed",
  "sending",
  "sent",
  "paid",
  "refused",
  "unknown",
  "ended",
] as const;
export type PayoutState = (typeof payoutStates)[number];

/** M-PESA sends from 10 to 250,000 in one go, in whole shillings. */
export const PAYOUT_LEAST_CENTS = 1_000n;
export const PAYOUT_MOST_CENTS = 25_000_000n;
/** A thief who changes a phone waits at least as long as its owner needs to notice. */
export const PHONE_SETTLES_MS = 72 * 3_600_000;

export type PayoutEvent =
  /** The other office agreed, or one of them did not. */
  | { kind: "agreed" }
  | { kind: "ended" }
  /** M-PESA took the request, or said why not, or its reply was lost. */
  | { kind: "taken" }
  | { kind: "not_taken"; code: string; text: string | null }
  | { kind: "reply_lost"; code: string | null }
  /** M-PESA's word at the address of this one request, or its answer to a question of ours. */
  | { kind: "result"; code: string; text: string | null }
  /** A word that decides nothing: it gave up waiting, or says another amount. */
  | { kind: "undecided" }
  /** Both offices refuse what stayed unknown. */
  | { kind: "given_up" };

export type PayoutOutcome = { state: PayoutState; code: string | null; text: string | null };

const PAID = "0";
/** M-PESA cannot say whether it did it, such as of an id that it has had before. */
const UNCLEAR_CODE = "500.002.1001";

type Move = "agreed" | "ended" | "taken" | "lost" | "paid" | "refused" | "given_up";

const moves: Readonly<Record<PayoutState, Partial<Record<Move, PayoutState>>>> = {
  proposed: { agreed: "sending", ended: "ended" },
  sending: { taken: "sent", lost: "unknown", paid: "paid", refused: "refused" },
  sent: { lost: "unknown", paid: "paid", refused: "refused" },
  unknown: { paid: "paid", refused: "refused", given_up: "refused" },
  paid: {},
  refused: {},
  ended: {},
};

/** The payout after an event; the same object if the event changes nothing. */
export function afterPayoutEvent(payout: PayoutOutcome, event: PayoutEvent): PayoutOutcome {
  const state = moves[payout.state][moveOf(event)];
  if (state === undefined) return payout;
  if (state === "paid") return { state, code: PAID, text: null };
  const isExplained = (state === "refused" || state === "unknown") && "code" in event;
  return {
    state,
    code: isExplained ? event.code : null,
    text: isExplained && state === "refused" && "text" in event ? event.text : null,
  };
}

function moveOf(event: PayoutEvent): Move {
  if (event.kind === "undecided" || event.kind === "reply_lost") return "lost";
  if (event.kind !== "not_taken" && event.kind !== "result") return event.kind;
  if (event.code === UNCLEAR_CODE) return "lost";
  return event.kind === "result" && event.code === PAID ? "paid" : "refused";
}

/** Whether nothing can happen to it any more; after `refused` and `ended` the item may be proposed again. */
export function isDecidedPayout(state: PayoutState): boolean {
  return Object.keys(moves[state]).length === 0;
}

/** Nothing was heard of what M-PESA took: nobody knows. */
export const PAYOUT_SILENCE_MS = 75_000;
/** From then on officials hear that nobody knows. */
export const PAYOUT_UNKNOWN_NOTICE_MS = 600_000;
/** From then on both offices may refuse it. */
export const PAYOUT_GIVEN_UP_MS = 3 * 86_400_000;

const HOUR_MS = 3_600_000;
const firstAskedMs = [30_000, 120_000, PAYOUT_UNKNOWN_NOTICE_MS];

/** When M-PESA is asked about it, in ms since it became unknown; null once that ends. Attempts count from 0. */
export function payoutAskedAfterMs(attempt: number): number | null {
  const hours = attempt + 1 - firstAskedMs.length;
  const afterMs = firstAskedMs[attempt] ?? PAYOUT_UNKNOWN_NOTICE_MS + hours * HOUR_MS;
  return afterMs <= PAYOUT_GIVEN_UP_MS ? afterMs : null;
}

// What people are shown (messages/*/mpesa.ts has the sentences by these names).

export type PayoutSentence =
  | "proposed"
  | "onItsWay"
  | "paid"
  | "unknown"
  | "ended"
  | "givenUp"
  | "noMoney"
  | "outsideLimits"
  | "busy"
  | "locked"
  | "notRegistered"
  | "paidOtherwise"
  | "notOpen"
  | "notSetUp"
  | "notTaken";

/** Our own code: a line was matched with the item's entry before the request left. */
export const PAID_OTHERWISE = "paid_otherwise";
/** Our own code: the payment that goes back had become somebody's before the request left. */
export const NOT_OPEN = "not_open";

const ofCodes: Readonly<Record<string, PayoutSentence>> = {
  "1": "noMoney",
  "2": "outsideLimits",
  "3": "outsideLimits",
  "4": "outsideLimits",
  "8": "outsideLimits",
  "26": "busy",
  "500.003.02": "busy",
  "500.003.03": "busy",
  unreachable: "busy",
  "2001": "notSetUp",
  "2028": "notSetUp",
  "2040": "notRegistered",
  "8006": "locked",
  SFC_IC0003: "notRegistered",
  [PAID_OTHERWISE]: "paidOtherwise",
  [NOT_OPEN]: "notOpen",
};

export function payoutSentence({ state, code }: PayoutOutcome): PayoutSentence {
  if (state === "sending" || state === "sent") return "onItsWay";
  if (state !== "refused") return state;
  if (code === null) return "givenUp";
  // 4xx of the API, as its own codes begin: `400.002.02`.
  const isOfApi = /^4\d\d(\.|$)/.test(code) || code === "500.001.1001";
  return ofCodes[code] ?? (isOfApi ? "notSetUp" : "notTaken");
}
