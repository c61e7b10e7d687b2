// The group's money at hand, and counting it (CASH-1 to CASH-4).
import * as z from "zod/mini";
import * as at from "./addresses/cash.ts";
import { date } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { kes, maybe, moment, plainDate, text } from "./fields.ts";
import { amountOrZero } from "./money-fields.ts";
import { office, person } from "./people.ts";
import { proposed } from "./proposals.ts";

/** What two people counted; `difference` is counted less books. */
const cashCount = z.object({
  counted: kes,
  books: kes,
  difference: kes,
  reason: z.nullable(z.string()),
  by: z.array(z.object({ office, by: person, at: moment })),
});

export const getCash = defineEndpoint(at.getCash, {
  access: "reports.read",
  summary: "The cash at hand at the end of a day, today if left out, and the last count up to it",
  query: z.object({ date: z.optional(date("Date")) }),
  reply: z.object({
    date: plainDate,
    balance: kes,
    /** The day since when it is above 0; null at 0. */
    held_since: z.nullable(plainDate),
    last_count: z.nullable(cashCount),
  }),
});

export const countCash = defineEndpoint(at.countCash, {
  access: "cash.move",
  summary:
    "Count the box, whole; the other of Treasurer and Sec-Gen agrees, and then a difference is posted",
  status: 201,
  body: z.object({ counted: amountOrZero("Counted"), reason: maybe(text("Reason", 500)) }),
  reply: proposed,
});
