// What needs a second official in the model (BOOK-20).
import type { Attempt, Model } from "./group-model.ts";
import type { Caller, Expected } from "./rights.ts";
import { agree } from "./world.ts";

type Direct = {
  by: Caller;
  right: "keep the books" | "be an official";
  concernsId?: number;
  /** Of the answer when it is done at once. */
  status: 200 | 201;
  attempt: () => Attempt;
};

/** Done at once, or proposed when it takes more out of the bank than one person may. */
export function doneOrProposed(
  model: Model,
  { by, right, concernsId, status, attempt }: Direct,
): Expected {
  const now = attempt();
  if ("refused" in now) return now;
  const above = model.terms.secondPersonAbove;
  const { takesCents: cents } = now;
  if (above === null || cents <= above) return { status, check: now.happen };
  return {
    status: 201,
    check: (shown) => {
      agree("what takes so much", [shown.status, shown.entry], ["proposed", undefined]);
      model.waiting.push({
        id: shown.id,
        byId: by.person!.id,
        concernsId: concernsId ?? null,
        money: { cents, right, attempt },
        setting: null,
        isDecided: false,
      });
    },
  };
}
