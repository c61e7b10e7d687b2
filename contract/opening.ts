// Brings the books of an existing group: the sheet, its rehearsal, the offices' decision, the members' answers
// (OPEN-1).
import * as z from "zod/mini";
import { doubtKinds } from "#domain/statements/readings.ts";
import { moneyBesideBank, openingAccounts } from "#domain/opening/opening-book.ts";
import { peopleReadings, zerosReadings } from "#domain/opening/own-book.ts";
import { sheetLanguages } from "#domain/opening/sheet-columns.ts";
import * as at from "./addresses/opening.ts";
import { defineEndpoint } from "./endpoint.ts";
import { amountOrZero } from "./money-fields.ts";
import { date } from "./date-fields.ts";
import {
  id,
  jsonPart,
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

/** KES; each account's debit or credit on the cut-over day, in the order of the chart of accounts. */
const totals = z.array(z.object({ account: z.string(), debit: kes, credit: kes }));

export const getOpeningTemplate = defineEndpoint(at.getOpeningTemplate, {
  access: "openings.read",
  summary:
    "The sheet to fill in, as a workbook or as a zip with one csv per sheet, in English or Swahili",
  query: z.object({
    /** By default xlsx. */
    format: maybe(oneOf("Format", ["xlsx", "csv"])),
    /** By default the caller's language, or English if the sheet does not exist in it. */
    language: maybe(oneOf("Language", sheetLanguages)),
  }),
  reply: z.string(),
});

/** A column's heading as `own.sheets` names it; null if there is none. */
const ownColumn = z.nullable(z.string().check(z.maxLength(500)));

const ownSheetMapping = z.object({
  /** The sheet's name; of a csv, the file's. */
  sheet: z.string().check(z.maxLength(200)),
  /** The row of the heading, from 1, the lower one of two; null to have it found. */
  heading_row: z.nullable(z.int().check(z.gte(1), z.lte(1_000))),
  columns: z.object({
    name: ownColumn,
    first_name: ownColumn,
    last_name: ownColumn,
    reg_number: ownColumn,
    phone: ownColumn,
    email: ownColumn,
    joined_on: ownColumn,
    status: ownColumn,
    brought_forward: ownColumn,
    savings: ownColumn,
    paid_up_to: ownColumn,
    last_paid_on: ownColumn,
    fines: ownColumn,
    shares: ownColumn,
    loan_balance: ownColumn,
    loan_given_on: ownColumn,
    loan_due_on: ownColumn,
  }),
  /** The headings of the columns that hold the contributions of one month. */
  months: z.array(z.string().check(z.maxLength(500))).check(z.maxLength(240)),
  /** The year of the first month whose heading has none. */
  year: z.nullable(z.int().check(z.gte(1_990), z.lte(2_100))),
  /** For members of whom the sheet does not say it. */
  joined_on: z.nullable(z.iso.date()),
  /** Any day in the month; for members of whom neither a column nor the months say it. */
  paid_up_to: z.nullable(z.iso.date()),
  loan_due_on: z.nullable(z.iso.date()),
  /** How the cells are read that can be read in two ways. */
  readings: z.object({
    dates: z.nullable(z.enum(doubtKinds.dates)),
    thousands: z.nullable(z.enum(doubtKinds.thousands)),
  }),
  /** Whether RegNos have lost zeros. */
  zeros: z.nullable(z.enum(zerosReadings)),
  /** Whether rows of one name are one member, by the `name` of the question. */
  people: z
    .array(z.object({ name: z.string().check(z.maxLength(500)), are: z.enum(peopleReadings) }))
    .check(z.maxLength(500)),
});

/**
 * What a sheet of the group's own holds, whose headings are not the template's (OPEN-17). With only `sheet`, and `heading_row` or none, the
 * rehearsal proposes the rest.
 */
export const ownMapping = z.extend(ownSheetMapping, {
  /** What the group itself has and owes, if the file has no sheet Group; amounts in KES, as text. */
  balances: z
    .array(
      z.object({
        account: z.enum([...openingAccounts, ...moneyBesideBank]),
        amount: z.string().check(z.maxLength(40)),
      }),
    )
    .check(z.maxLength(20)),
  /** Further sheets of the file, with members of their own or with more about those of the sheets before them. */
  others: z.optional(z.array(ownSheetMapping).check(z.maxLength(10))),
});

/** A group's own sheets and what is known of them, for a person to say what each column holds. */
const ownBook = z.object({
  sheets: z.array(
    z.object({
      name: z.string(),
      heading_row: z.number(),
      columns: z.array(
        z.object({
          name: z.string(),
          is_month: z.boolean(),
          /** Whether the year of the month is that of the mapping. */
          lacks_year: z.boolean(),
          /** Null also if its year is unknown. */
          month: z.nullable(plainDate),
        }),
      ),
      /** The first three rows, as written. */
      rows: z.array(z.array(z.string())),
      /** The first rows of the sheet, from row 1, to choose the heading from. */
      first_rows: z.array(z.string()),
    }),
  ),
  /** As it was sent, or as the headings propose it. */
  mapping: ownMapping,
  /** What can be read in two ways, with up to three rows of each; an error until it is answered in `mapping`. */
  questions: z.array(
    z.object({
      sheet: z.string(),
      kind: z.enum(["dates", "thousands", "zeros", "people"]),
      column: z.string(),
      /** Of `people`. */
      name: z.string(),
      examples: z.array(
        z.object({
          row: z.number(),
          written: z.string(),
          readings: z.array(
            z.object({
              choice: z.string(),
              day: z.nullable(plainDate),
              amount: z.nullable(kes),
              text: z.nullable(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** The parts of the form other than `file`. */
export const rehearsalForm = z.object({
  /** The cut-over day, today or earlier. The sheet has the group's figures at the end of this day. */
  date: date("Date"),
  mapping: maybe(jsonPart(ownMapping)),
});

/** As `rehearsalForm`, with the reason for proposing a sheet that does not balance. */
export const openingForm = z.extend(rehearsalForm, {
  difference_reason: maybe(reason("Reason for the difference")),
});

export const sheetProblem = z.object({
  sheet: z.string(),
  /** The sheet's row number; the heading is row 1. */
  row: z.number(),
  level: z.enum(["error", "warning"]),
  /** The column's heading as the sheet writes it; empty if the problem concerns the whole row or sheet. */
  column: z.string(),
  detail: z.string(),
});
export type SheetProblem = z.output<typeof sheetProblem>;

export const rehearseOpening = defineEndpoint(at.rehearseOpening, {
  access: "openings.rehearse",
  summary:
    "Read a sheet and report everything wrong with it and what each member will see: multipart, one or several fields file, date, mapping as JSON; writes nothing",
  reply: z.object({
    date: plainDate,
    /** Nothing is wrong, and the sheet balances to the cent. */
    ok: z.boolean(),
    members: z.number(),
    loans: z.number(),
    totals,
    /** KES; debit less credit. */
    difference: kes,
    /** Empty if nothing is wrong. */
    rows: z.array(sheetProblem),
    /**
     * The path of the same sheet with a column Problem, for the same person and 15 minutes; null if nothing is wrong.
     */
    sheet_with_problems: z.nullable(z.string()),
    /** Empty if something is wrong. */
    figures: z.array(
      z.object({
        reg_number: z.string(),
        name: z.string(),
        savings: kes,
        update_up_to: z.nullable(plainDate),
        loan_limit: kes,
        share: kes,
        account_value: kes,
      }),
    ),
    /** If the members are in none of the template's sheets, or `mapping` was sent; else null. */
    own: z.nullable(ownBook),
  }),
});

export const getSheetWithProblems = defineEndpoint(at.getSheetWithProblems, {
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
  /** KES; the sum of the column Savings to date. */
  total_savings: kes,
  /** KES; the sheet's debit less its credit, posted to retained earnings with `difference_reason`. */
  difference: kes,
  difference_reason: z.nullable(z.string()),
  /** The group's own sheet that it was read from; null if it was the template. */
  own_sheet: z.nullable(z.string()),
  proposed: z.object({ by: person, at: moment }),
  /** PAY-12: the caller proposed it. */
  own_item: z.boolean(),
  accepted: z.nullable(decision),
  refused: z.nullable(decision),
  /** One office asks to take it back; the agreement of the second takes it back. */
  taken_back: z.array(decision),
  /** The members by their answer; the three numbers add up to all members of the sheet. */
  confirmed: z.number(),
  disputed: z.number(),
  open: z.number(),
});
export type Opening = z.output<typeof opening>;

const openingDone = z.object({ detail: z.string(), opening });

export const proposeOpening = defineEndpoint(at.proposeOpening, {
  access: "openings.propose",
  summary:
    "Propose a sheet: the parts of its rehearsal, and difference_reason if it does not balance; errors in it: 400 with rows",
  status: 201,
  reply: openingDone,
});

export const getOpenings = defineEndpoint(at.getOpenings, {
  access: "openings.read",
  summary: "The proposed sheets, newest first",
  reply: z.object({ openings: z.array(opening) }),
});

export const getOpeningMembers = defineEndpoint(at.getOpeningMembers, {
  access: "openings.read",
  summary:
    "What a proposed sheet says about each member, as written there: to compare it with the group's own book",
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
        /** KES; what is left of the loans, with their interest. */
        loans: kes,
        fines: kes,
      }),
    ),
    count: z.number(),
  }),
});

export const acceptOpening = defineEndpoint(at.acceptOpening, {
  access: "openings.accept",
  summary:
    "Accept a proposed sheet, which posts all of it; 409 with savings_now and savings_after if the savings fall by a quarter, unless confirm is sent",
  body: z.object({
    /** KES; the sum of the column Savings to date that the accepting office saw. */
    total_savings_seen: amountOrZero("Total savings seen"),
    confirm: maybe(yesOrNo("Confirmation")),
  }),
  reply: openingDone,
});

export const refuseOpening = defineEndpoint(at.refuseOpening, {
  access: "openings.end",
  summary: "Refuse a proposed sheet, with the reason",
  body: z.object({ reason: reason() }),
  reply: openingDone,
});

export const takeBackOpening = defineEndpoint(at.takeBackOpening, {
  access: "openings.end",
  summary:
    "Take back everything that a sheet brought, for one's office, with the reason; the second office reverses it; 400 with blocking if something depends on it",
  body: z.object({ reason: reason() }),
  reply: openingDone,
});

export const figuresAnswer = z.enum(["yes", "no", "confirmed_on_paper", "resolved"]);

const myFigures = z.object({
  /** The book's figures in a sentence. */
  detail: z.string(),
  /** The cut-over day; null if the book has no figures of the member. */
  date: z.nullable(plainDate),
  savings: kes,
  /** KES; what the member owed on loans. */
  loans: kes,
  fines: kes,
  /** Null until the member or an office answers. */
  answer: z.nullable(figuresAnswer),
  /** What the member believes instead, or what the official wrote. */
  words: z.nullable(z.string()),
});

export const getMyFigures = defineEndpoint(at.getMyFigures, {
  access: "own.read",
  summary: "The group's book's figures of the caller, for them to confirm",
  reply: myFigures,
});

export const answerMyFigures = defineEndpoint(at.answerMyFigures, {
  access: "own.write",
  summary:
    "Say whether the group's book's figures are right; `no` needs what the member believes instead",
  body: z.object({
    answer: oneOf("Answer", ["yes", "no"]),
    words: maybe(text("Words", 1_000)),
  }),
  reply: myFigures,
});

export const figuresState = z.enum(["confirmed", "disputed", "open"]);

export const getFigureAnswers = defineEndpoint(at.getFigureAnswers, {
  access: "openings.answer",
  summary: "Each member of the accepted sheet, by name, with their figures and the answer to them",
  query: z.object({
    ...pageQuery,
    state: maybe(oneOf("State", ["confirmed", "disputed", "open"])),
  }),
  reply: z.object({
    answers: z.array(
      z.object({
        member: person,
        /** True: the member answers for themselves. False: an official may tick them as confirmed on paper. */
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

export const answerForMember = defineEndpoint(at.answerForMember, {
  access: "openings.answer",
  summary: "Tick a member as confirmed on paper, or a dispute as resolved, with a text",
  body: z.object({
    answer: oneOf("Answer", ["confirmed_on_paper", "resolved"]),
    words: text("Words", 1_000),
  }),
  reply: z.object({ detail: z.string() }),
});
