// Bringing the books of a group that exists already: the sheet, its rehearsal, the offices' word, and the members' (OPEN-1).
import * as z from "zod/mini";
import { sheetLanguages } from "#domain/opening/sheet-columns.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amountOrZero } from "./money-fields.ts";
import { date } from "./date-fields.ts";
import {
  id,
  kes,
  moment,
  pageQuery,
  plainDate,
  maybe,
  oneOf,
  reason,
  text,
  yesOrNo,
} from "./fields.ts";
import { office, person } from "./people.ts";

const OPENING = "/api/opening/";

/** Debit or credit of each account on the cut-over day, in the order of the chart of accounts. */
const totals = z.array(z.object({ account: z.string(), debit: kes, credit: kes }));

export const getOpeningTemplate = defineEndpoint({
  method: "GET",
  path: "/api/opening/template/",
  access: "openings.read",
  summary:
    "The sheet to fill in, as a workbook or as a zip with a csv for each sheet, in English or Swahili",
  query: z.object({
    /** xlsx unless sent. */
    format: maybe(oneOf("Format", ["xlsx", "csv"])),
    /** The person's own unless sent; English, where no sheet is written in theirs. */
    language: maybe(oneOf("Language", sheetLanguages)),
  }),
  reply: z.string(),
});

/** The parts of the form beside those named `file`. */
export const rehearsalForm = z.object({
  /** The cut-over day, today or before: the sheet tells how the group stood at its end. */
  date: date("Date"),
});

/** The same, and why the sheet may be proposed though it does not balance. */
export const openingForm = z.extend(rehearsalForm, {
  difference_reason: maybe(reason("Reason for the difference")),
});

export const sheetProblem = z.object({
  sheet: z.string(),
  /** As the sheet counts: its heading is row 1. */
  row: z.number(),
  level: z.enum(["error", "warning"]),
  /** Its heading as the sheet writes it; empty where the whole row or sheet is meant. */
  column: z.string(),
  detail: z.string(),
});
export type SheetProblem = z.output<typeof sheetProblem>;

export const rehearseOpening = defineEndpoint({
  method: "POST",
  path: "/api/opening/rehearse/",
  access: "openings.rehearse",
  summary:
    "Read a sheet and tell all that is wrong with it and what each member will see: multipart, one or several fields file, date; writes nothing",
  reply: z.object({
    date: plainDate,
    /** Nothing is wrong, and the sheet balances to the cent. */
    ok: z.boolean(),
    members: z.number(),
    loans: z.number(),
    totals,
    /** Debit less credit. */
    difference: kes,
    /** Empty when nothing is wrong. */
    rows: z.array(sheetProblem),
    /** Where the same sheet with a column Problem is fetched by the same person within 15 minutes; null where nothing is wrong. */
    sheet_with_problems: z.nullable(z.string()),
    /** Empty where something is wrong. */
    figures: z.array(
      z.object({
        reg_number: z.string(),
        savings: kes,
        update_up_to: z.nullable(plainDate),
        loan_limit: kes,
        share: kes,
        account_value: kes,
      }),
    ),
  }),
});

export const getSheetWithProblems = defineEndpoint({
  method: "GET",
  path: "/api/opening/rehearse/file/",
  access: "openings.rehearse",
  summary: "The sheet of one's own rehearsal with a column Problem, for 15 minutes",
  query: z.object({ sheet: text("Sheet", 100) }),
  reply: z.string(),
});

const decision = z.object({ office, by: person, at: moment, reason: z.nullable(z.string()) });

export const openingStatus = z.enum(["proposed", "accepted", "refused", "taken_back"]);

export const opening = z.object({
  id,
  status: openingStatus,
  /** The cut-over day. */
  date: plainDate,
  members: z.number(),
  loans: z.number(),
  totals,
  /** The sum of Savings to date. */
  total_savings: kes,
  /** Debit less credit of the sheet; put to retained earnings for `difference_reason`. */
  difference: kes,
  difference_reason: z.nullable(z.string()),
  proposed: z.object({ by: person, at: moment }),
  accepted: z.nullable(decision),
  refused: z.nullable(decision),
  /** One office asks for it, the other agrees; the second ends it. */
  taken_back: z.array(decision),
  /** What its members answered; the three add up to all of them. */
  confirmed: z.number(),
  disputed: z.number(),
  open: z.number(),
});
export type Opening = z.output<typeof opening>;

const openingDone = z.object({ detail: z.string(), opening });

export const proposeOpening = defineEndpoint({
  method: "POST",
  path: OPENING,
  access: "openings.propose",
  summary:
    "Propose a sheet: the parts of its rehearsal, difference_reason where it does not balance; errors in it: 400 with rows",
  status: 201,
  reply: openingDone,
});

export const getOpenings = defineEndpoint({
  method: "GET",
  path: OPENING,
  access: "openings.read",
  summary: "What was proposed to be brought over, the newest first",
  reply: z.object({ openings: z.array(opening) }),
});

export const getOpeningMembers = defineEndpoint({
  method: "GET",
  path: "/api/opening/:id/members/",
  access: "openings.read",
  summary:
    "What a proposed sheet says of each member, as it was written there: for who holds it beside the group's own book",
  query: z.object({
    ...pageQuery,
    /** Part of the name or the RegNo. */
    search: maybe(text("Search", 100)),
  }),
  reply: z.object({
    members: z.array(
      z.object({
        reg_number: z.string(),
        name: z.string(),
        savings: kes,
        paid_up_to: plainDate,
        /** What is left of the loans with their interest. */
        loans: kes,
        fines: kes,
      }),
    ),
    count: z.number(),
  }),
});

export const acceptOpening = defineEndpoint({
  method: "POST",
  path: "/api/opening/:id/accept/",
  access: "openings.accept",
  summary:
    "Accept a proposed sheet, which posts all of it; 409 with savings_now and savings_after where the savings fall by a quarter, unless confirm is sent",
  body: z.object({
    /** The sum of Savings to date, as the accepting office saw it. */
    total_savings_seen: amountOrZero("Total savings seen"),
    confirm: maybe(yesOrNo("Confirmation")),
  }),
  movesMoney: true,
  reply: openingDone,
});

export const refuseOpening = defineEndpoint({
  method: "POST",
  path: "/api/opening/:id/refuse/",
  access: "openings.end",
  summary: "Refuse a proposed sheet, with the reason",
  body: z.object({ reason: reason() }),
  reply: openingDone,
});

export const takeBackOpening = defineEndpoint({
  method: "POST",
  path: "/api/opening/:id/take-back/",
  access: "openings.end",
  summary:
    "Take back all that a sheet brought, for one's office, with the reason; the second office reverses it; 400 with blocking where something rests on it",
  body: z.object({ reason: reason() }),
  movesMoney: true,
  reply: openingDone,
});

export const figuresAnswer = z.enum(["yes", "no", "confirmed_on_paper", "resolved"]);

const myFigures = z.object({
  /** What the book says, in a sentence. */
  detail: z.string(),
  /** The cut-over day; null where nothing was brought over for the member. */
  date: z.nullable(plainDate),
  savings: kes,
  /** What was owed of loans. */
  loans: kes,
  fines: kes,
  /** Null until the member or an office answers. */
  answer: z.nullable(figuresAnswer),
  /** What the member thinks instead. */
  words: z.nullable(z.string()),
});

export const getMyFigures = defineEndpoint({
  method: "GET",
  path: "/api/opening/my-figures/",
  access: "own.read",
  summary: "What the group's book said of the member, to be confirmed",
  reply: myFigures,
});

export const answerMyFigures = defineEndpoint({
  method: "POST",
  path: "/api/opening/my-figures/",
  access: "own.write",
  summary: "Say whether what the group's book says is right; no comes with what the member thinks",
  body: z.object({
    answer: oneOf("Answer", ["yes", "no"]),
    words: maybe(text("Words", 1_000)),
  }),
  reply: myFigures,
});

export const figuresState = z.enum(["confirmed", "disputed", "open"]);

export const getFigureAnswers = defineEndpoint({
  method: "GET",
  path: "/api/opening/answers/",
  access: "openings.answer",
  summary:
    "Each member of what was brought over, by name, with their figures and what is answered to them",
  query: z.object({
    ...pageQuery,
    state: maybe(oneOf("State", ["confirmed", "disputed", "open"])),
  }),
  reply: z.object({
    answers: z.array(
      z.object({
        member: person,
        /** They answer themselves; who has no account can be ticked as confirmed on paper. */
        has_account: z.boolean(),
        savings: kes,
        loans: kes,
        fines: kes,
        /** A resolved dispute is confirmed. */
        state: figuresState,
        answer: z.nullable(figuresAnswer),
        words: z.nullable(z.string()),
        /** The member, or the official who answered for them. */
        answered_by: z.nullable(person),
        answered_at: z.nullable(moment),
      }),
    ),
    count: z.number(),
  }),
});

export const answerForMember = defineEndpoint({
  method: "POST",
  path: "/api/opening/answers/:id/",
  access: "openings.answer",
  summary: "Tick a member as confirmed on paper, or a dispute as resolved, in words",
  body: z.object({
    answer: oneOf("Answer", ["confirmed_on_paper", "resolved"]),
    words: text("Words", 1_000),
  }),
  reply: z.object({ detail: z.string() }),
});
