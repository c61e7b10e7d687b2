// What pages are asked by and answers are made of.
import * as z from "zod/mini";
import { payToKinds } from "#domain/payments/pay-to.ts";
import { wholeNumber, withShape } from "./fields.ts";

/** `page` and `page_size` of every list (API-7): no `page` gives everything. */
export const pageQuery = {
  page: z.optional(wholeNumber("page", { min: 1, max: 1_000_000 })),
  page_size: z.optional(wholeNumber("page_size", { min: 1, max: 100 })),
};

/** An amount in KES in an answer: a number with at most 2 decimals. */
export const kes = withShape(z.number(), { type: "number", description: "KES" });

/** A percentage in an answer: 10 is 10%. */
export const percentage = withShape(z.number(), { type: "number", description: "percent" });

/** A calendar date in an answer, yyyy-MM-dd. */
export const plainDate = withShape(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)), {
  format: "date",
});

/** A moment in an answer, ISO 8601 with offset. */
export const moment = withShape(
  z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T.*[+-]\d{2}:\d{2}$/)),
  { format: "date-time" },
);

export const id = withShape(z.number().check(z.positive()), { type: "integer" });

/** The answer of a change that returns nothing else. */
export const done = z.object({ detail: z.string() });

/** A way to pay the group (PAY-23). */
export const payTo = z.object({
  kind: z.enum(payToKinds),
  name: z.string(),
  number: z.string(),
  /** What the payer writes as the account: empty, or `your Reg No`. */
  account: z.string(),
});
