// Sets up a new group: its terms and its first Chairperson (MEM-32, MEM-33).
import * as z from "zod/mini";
import { languages } from "#domain/language.ts";
import * as at from "./addresses/setup.ts";
import { signUpForm } from "./auth.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amount, amountOrZero } from "./money-fields.ts";
import { dayOfYear } from "./date-fields.ts";
import { done, oneOf, text, wholeNumber } from "./fields.ts";
import { ownName } from "./people.ts";

export const getSetup = defineEndpoint(at.getSetup, {
  access: "public",
  summary: "Whether the group can still be set up: it has no Chairperson yet",
  reply: z.object({ open: z.boolean(), group_name: z.string() }),
});

export const setUpGroup = defineEndpoint(at.setUpGroup, {
  access: "public",
  summary:
    "Set up the group with the token of the setup link: its terms, and its first Chairperson, who is signed in",
  status: 201,
  body: z.object({
    token: text("Token", 200),
    /** Fields are named like the settings; settings that are left out stay unchanged. */
    group: z.object({
      group_name: z.optional(ownName("Group name")),
      bank_name: z.optional(ownName("Bank name")),
      monthly_contribution: z.optional(amount("Monthly contribution")),
      contribution_due_day: z.optional(wholeNumber("Contribution due day", { min: 1, max: 28 })),
      late_fine_after_months: z.optional(
        wholeNumber("Late fine after months", { min: 0, max: 120 }),
      ),
      late_fine_amount: z.optional(amountOrZero("Late fine amount")),
      financial_year_start: z.optional(dayOfYear("Financial year start")),
      /** The language of mails to the Chairperson; everybody else chooses their own. */
      language: z.optional(oneOf("Language", languages)),
    }),
    chairperson: signUpForm,
  }),
  reply: z.object({ detail: z.string(), access: z.string() }),
});

export const sayHowGroupBegins = defineEndpoint(at.sayHowGroupBegins, {
  access: "setup.finish",
  summary: "Say whether the group begins new or brings its books",
  body: z.object({ begins: oneOf("Begins", ["new", "books"]) }),
  reply: done,
});

export const sendTestMail = defineEndpoint(at.sendTestMail, {
  access: "setup.finish",
  summary: "Mail a test to one's own address",
  reply: done,
});
