// Accounting reports (spec 7, contract 5).
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { filterDate, kes } from "./fields.ts";

export const getTrialBalance = defineEndpoint({
  method: "GET",
  path: "/api/accounting/get_trial_balance/",
  access: "reports.read",
  summary: "Trial balance at the end of a day, today when no date is given",
  query: z.object({ date: filterDate("Date") }),
  reply: z.object({
    trial_balance: z.array(
      z.object({ account: z.string(), debit_amount: kes, credit_amount: kes }),
    ),
  }),
});
