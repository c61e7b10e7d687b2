// What a repayment of a loan of a product was used for, by row (LEND-3).
import * as z from "zod/mini";
import { kes, plainDate } from "./fields.ts";

export const usedRows = z.array(
  z.object({
    /** Null: the interest of the days up to a payment that cleared the loan. */
    number: z.nullable(z.number()),
    due_on: plainDate,
    interest: kes,
    principal: kes,
  }),
);

export type UsedRows = z.output<typeof usedRows>;
