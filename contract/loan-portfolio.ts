// What is owed on loans on a day, and how late it is (LEND-11).
import * as z from "zod/mini";
import { buckets } from "#domain/lending/portfolio.ts";
import * as at from "./addresses/loan-portfolio.ts";
import { filterDate } from "./date-fields.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, oneOf, percentage, plainDate } from "./fields.ts";
import { person } from "./people.ts";

const atRisk = z.object({ principal: kes, percent: percentage });

export const getLoanPortfolio = defineEndpoint(at.getLoanPortfolio, {
  access: "reports.read",
  summary:
    "What is owed on loans at the end of a day, how late it is, and how much of it is at risk; officials and auditors also get the loans, the latest 1,000",
  query: z.object({
    /** Up to today. */
    date: filterDate("Date"),
    /** Only the loans of it; the figures stay those of all. */
    bucket: z.optional(oneOf("Bucket", buckets)),
  }),
  reply: z.object({
    date: plainDate,
    loans: z.number(),
    principal: kes,
    /** Due by the day and unpaid; of flat and plain loans all that is unpaid. */
    interest: kes,
    overdue: z.object({ principal: kes, interest: kes }),
    /** Of loans more than 30 days late. */
    par30: atRisk,
    par30_with_rescheduled: atRisk,
    ageing: z.array(
      z.object({ bucket: z.enum(buckets), loans: z.number(), principal: kes, overdue: kes }),
    ),
    rescheduled: z.object({ loans: z.number(), principal: kes }),
    items: z.optional(
      z.array(
        z.object({
          loan: z.object({ loan_id: id, loan_name: z.string() }),
          member: person,
          principal: kes,
          interest: kes,
          overdue_principal: kes,
          overdue_interest: kes,
          days_late: z.number(),
          oldest_due_on: z.nullable(plainDate),
          rescheduled: z.boolean(),
        }),
      ),
    ),
  }),
});
