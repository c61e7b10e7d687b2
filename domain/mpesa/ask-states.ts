// The life of an ask (a request to a member's phone to pay), as a table of states, events and states, and what the
// member is shown for each code of M-PESA. Nothing undoes a payment: 0 always wins, however late.

export const askStates = ["asked", "waiting", "paid", "refused", "unknown", "lapsed"] as const;
export type AskState = (typeof askStates)[number];

/** While an ask is open, the member cannot be asked for the same again. */
export const openAskStates = ["asked", "waiting", "unknown"] as const satisfies AskState[];

export function isOpenAsk(state: AskState): boolean {
  return openAskStates.some((each) => each === state);
}

/** After this long without a word, nobody knows whether it was paid. */
export const ASK_SILENCE_MS = 75_000;
/** A phone that has not answered by now did not pay, says a query. */
const UNREACHED_MS = 120_000;
/** From then on the member hears that nobody knows. */
export const ASK_UNKNOWN_NOTICE_MS = 120_000;
/** From then on the member may end it. */
export const ASK_END_MS = 180_000;
const ASK_LAPSES_MS = 86_400_000;

/** What happens to an ask. `afterMs` is the time since it was made. */
export type AskEvent =
  /** M-PESA took the request, or said why not, or its reply was lost. */
  | { kind: "taken" }
  | { kind: "not_taken"; code: string; text: string | null }
  | { kind: "reply_lost" }
  /** M-PESA's word at the address of this one request. */
  | { kind: "result"; code: string; text: string | null }
  /** M-PESA's answer to a question of ours; null while it is being processed. */
  | { kind: "queried"; code: string | null; text: string | null; afterMs: number }
  | { kind: "time_passed"; afterMs: number }
  /** A checked line has its account reference and its amount. */
  | { kind: "line_found" }
  /** The member says that they did not pay. */
  | { kind: "ended" };

export type AskOutcome = { state: AskState; code: string | null; text: string | null };

const PAID = "0";
/** The phone was not reached, or nobody answered: the member may have paid all the same. */
const UNREACHED = "1037";
/** Codes by which M-PESA says that it is still at it. */
const IN_PROCESS = ["4999"];

type Move = "taken" | "lost" | "paid" | "refused" | "unreached" | "lapsed";

const moves: Readonly<Record<AskState, Partial<Record<Move, AskState>>>> = {
  asked: {
    taken: "waiting",
    lost: "unknown",
    unreached: "unknown",
    paid: "paid",
    refused: "refused",
    lapsed: "lapsed",
  },
  waiting: {
    lost: "unknown",
    unreached: "unknown",
    paid: "paid",
    refused: "refused",
    lapsed: "lapsed",
  },
  unknown: { paid: "paid", refused: "refused", lapsed: "lapsed" },
  refused: { paid: "paid" },
  lapsed: { paid: "paid" },
  paid: {},
};

/** The ask after an event; the same object if the event changes nothing. */
export function afterEvent(ask: AskOutcome, event: AskEvent): AskOutcome {
  const move = moveOf(event, ask.state);
  const state = move === null ? undefined : moves[ask.state][move];
  if (state === undefined) return ask;
  return { state, ...wordOf(event, state) };
}

function moveOf(event: AskEvent, state: AskState): Move | null {
  if (event.kind === "taken") return "taken";
  if (event.kind === "not_taken") return "refused";
  if (event.kind === "reply_lost") return "lost";
  if (event.kind === "line_found") return "paid";
  if (event.kind === "ended") return "lapsed";
  if (event.kind === "result")
    return event.code === UNREACHED ? "unreached" : moveOfCode(event.code);
  if (event.kind === "queried" && event.code !== null && !IN_PROCESS.includes(event.code)) {
    const isUndecided = event.code === UNREACHED && event.afterMs < UNREACHED_MS;
    return isUndecided ? "unreached" : moveOfCode(event.code);
  }
  if (event.afterMs >= ASK_LAPSES_MS) return "lapsed";
  // What M-PESA took, or may have taken, and says nothing of.
  return event.afterMs >= ASK_SILENCE_MS && state !== "unknown" ? "lost" : null;
}

const moveOfCode = (code: string): Move => (code === PAID ? "paid" : "refused");

/** The code that explains a decided state; an open one has none, nor has one that lapsed. */
function wordOf(event: AskEvent, state: AskState): { code: string | null; text: string | null } {
  if (state === "paid") return { code: PAID, text: null };
  if (state === "unknown" && "code" in event) return { code: event.code, text: null };
  if (state !== "refused" || !("code" in event)) return { code: null, text: null };
  return { code: event.code, text: event.text };
}

/** The state that people are shown now, also when no job has run since. */
export function askStateAt(state: AskState, afterMs: number): AskState {
  const isSilent = (state === "asked" || state === "waiting") && afterMs >= ASK_SILENCE_MS;
  return isSilent ? "unknown" : state;
}

// What the member is shown (messages/*/mpesa.ts has the sentences by these names).

export type AskSentence =
  | "enterPin"
  | "paid"
  | "unknown"
  | "lapsed"
  | "noMoney"
  | "outsideLimits"
  | "askedAMomentAgo"
  | "busy"
  | "otherSession"
  | "ranOut"
  | "notShown"
  | "cancelled"
  | "noAnswer"
  | "wrongPin"
  | "locked"
  | "notSetUp"
  | "notTaken";

const ofCodes: Readonly<Record<string, AskSentence>> = {
  "1": "noMoney",
  "2": "outsideLimits",
  "3": "outsideLimits",
  "4": "outsideLimits",
  "8": "outsideLimits",
  "17": "askedAMomentAgo",
  "26": "busy",
  "500.003.02": "busy",
  "500.003.03": "busy",
  unreachable: "busy",
  "1001": "otherSession",
  "1019": "ranOut",
  "1025": "notShown",
  "9999": "notShown",
  "1032": "cancelled",
  "1037": "noAnswer",
  "2001": "wrongPin",
  "8006": "locked",
  "2028": "notSetUp",
  SFC_IC0003: "notSetUp",
};

const SUBSCRIBER_LOCKED = /unable to lock subscriber/i;

/** What is said of an ask, and whether the member may ask again. */
export function sentenceOf({ state, code, text }: AskOutcome): {
  sentence: AskSentence;
  mayAskAgain: boolean;
} {
  const sentence = sentenceOfState(state) ?? sentenceOfCode(code ?? "", text);
  const isFinal = state === "paid" || sentence === "locked" || sentence === "notSetUp";
  return { sentence, mayAskAgain: !isOpenAsk(state) && !isFinal };
}

function sentenceOfState(state: AskState): AskSentence | null {
  if (state === "asked" || state === "waiting") return "enterPin";
  return state === "refused" ? null : state;
}

function sentenceOfCode(code: string, text: string | null): AskSentence {
  if (code === "500.001.1001" && SUBSCRIBER_LOCKED.test(text ?? "")) return "otherSession";
  const known = ofCodes[code];
  if (known !== undefined) return known;
  // 4xx of the API, as its own codes begin: `400.002.02`.
  return /^4\d\d(\.|$)/.test(code) || code === "500.001.1001" ? "notSetUp" : "notTaken";
}
