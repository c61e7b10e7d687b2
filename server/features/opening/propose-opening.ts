// An uploaded sheet: what it would bring, reported without bringing it (OPEN-13), and its proposal, which is validated
// in the same way (OPEN-15) and stored in a transaction of its own.
import type { ReplyOf } from "#contract/endpoint.ts";
import type { output } from "zod/mini";
import type {
  ownMapping,
  proposeOpening as proposeEndpoint,
  rehearseOpening,
  SheetProblem as ReportedProblem,
} from "#contract/opening.ts";
import { single } from "#domain/assert.ts";
import { fullMonthsBetween, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { type Cents, toKes } from "#domain/money.ts";
import { sheetLanguageFor, sheets } from "#domain/opening/sheet-columns.ts";
import type {
  AccountTotal,
  SheetFault,
  SheetProblem,
  ValidatedSheet,
} from "#domain/opening/opening-book.ts";
import { mappedSheets, type OwnBook, type OwnMapping } from "#domain/opening/own-book.ts";
import { can, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { openingFigures } from "#domain/opening/opening-figures.ts";
import { message } from "#messages/message.ts";
import type { Translate } from "#messages/translator.ts";
import { saySheetFault } from "#messages/say-refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readOfferedProducts } from "#server/core/lending/products.ts";
import { holdCallers } from "#server/core/identity/sessions.ts";
import {
  type SheetReader,
  type UploadedSheet,
  validateOpening,
} from "#server/core/opening/validate-opening.ts";
import type { Database, Reader, Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import { countActiveMembers } from "#server/core/members/member-directory.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { By, SignedInRequest } from "#server/platform/request.ts";
import { decide, tellOfProposal } from "./decide-opening.ts";
import {
  digestOf,
  readBegunBooks,
  readLastMapping,
  readOpening,
  requireEmptyBooks,
  toStoredBook,
} from "./openings.queries.ts";
import type { SheetShelf } from "./sheet-files.ts";

/**
 * Reads the sheet, and returns what proposes it. Refuses a sheet with errors, and tells them. `isNew` is false where the
 * same sheet waits or stands already.
 */
export async function readProposal(
  db: Database,
  files: SheetReader,
  by: SignedInRequest,
  { sheet, differenceReason }: { sheet: UploadedSheet; differenceReason: string | null },
): Promise<(tx: Tx) => Promise<{ isNew: boolean; answer: ReplyOf<typeof proposeEndpoint> }>> {
  const { validated } = await validateOpening(db, files, sheet, {
    language: sheetLanguageFor(by.language),
    products: await readOfferedProducts(db),
  });
  if (validated.problemCount > 0)
    throw refuse("opening-sheet-faulty", {
      count: validated.problemCount,
      rows: tellProblems(validated, by.t),
    }).at("file");
  return async (tx) => {
    const actor = single(await holdCallers(tx, [by]));
    if (!can(actor, "openings.propose")) throw refuse("forbidden");
    const { openingId, isNew } = await proposeOpening(
      tx,
      { ...by, actor },
      {
        sheet: validated,
        cutOver: sheet.cutOver,
        differenceReason,
        mapping: validated.own?.mapping ?? null,
      },
    );
    const detail = by.t(isNew ? "done.opening.proposed" : "done.opening.known");
    return {
      isNew,
      answer: { detail, opening: await readOpening(tx, { id: openingId, callerId: actor.id }) },
    };
  };
}

// Proposing a sheet (OPEN-30): the whole of it is stored, and nothing of it counts.

type Proposed = {
  sheet: Pick<ValidatedSheet, "book" | "totals" | "differenceCents">;
  cutOver: PlainDate;
  differenceReason: string | null;
  /** How a sheet of the group's own was read; null for the template's. */
  mapping: OwnMapping | null;
};

/**
 * Refuses a sheet without members, and one that does not balance and has no reason. The same sheet and day again is
 * the opening that waits or stands already; another one takes the place of the one that waits.
 */
export async function proposeOpening(
  tx: Tx,
  by: By,
  { sheet, cutOver, differenceReason, mapping }: Proposed,
): Promise<{ openingId: number; isNew: boolean }> {
  const { book, differenceCents } = sheet;
  if (book.members.length === 0) throw refuse("opening-empty").at("file");
  if (differenceCents !== 0n && differenceReason === null)
    throw refuse("opening-unbalanced", { difference: differenceCents }).at("difference_reason");
  await lockOpenings(tx);
  const digest = digestOf(book, cutOver);
  const same = await tx
    .selectFrom("openings")
    .select("id")
    .where("digest", "=", digest)
    .where("status", "in", ["proposed", "accepted"])
    .executeTakeFirst();
  if (same !== undefined) return { openingId: same.id, isNew: false };
  await requireEmptyBooks(tx, cutOver);
  await replaceWaiting(tx, by);
  const savingsCents = savingsOf(sheet);
  const { id } = await tx
    .insertInto("openings")
    .values({
      cut_over_on: cutOver,
      digest,
      book: toStoredBook(book, mapping),
      totals: JSON.stringify(tellTotals(sheet.totals)),
      members: book.members.length,
      loans: book.loans.length,
      savings_cents: savingsCents,
      difference_cents: differenceCents,
      difference_reason: differenceCents === 0n ? null : differenceReason,
      proposed_by: by.actor.id,
      proposed_at: by.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "openings.propose",
    subject: "opening",
    subjectId: id,
    after: {
      date: cutOver,
      total_savings: toKes(savingsCents),
      difference: toKes(differenceCents),
      ...(mapping === null ? {} : { own_sheet: namesOfSheets(mapping) }),
      ...(differenceCents === 0n ? {} : { reason: differenceReason }),
    },
    address: by.origin.address,
  });
  await tellOfProposal(tx, by, {
    cutOver,
    members: book.members.length,
    savingsCents,
    differenceCents,
    differenceReason: differenceCents === 0n ? null : differenceReason,
  });
  return { openingId: id, isNew: true };
}

const namesOfSheets = (mapping: OwnMapping) =>
  mappedSheets(mapping)
    .map(({ sheet }) => sheet)
    .join(", ");

function savingsOf({ book }: Pick<ValidatedSheet, "book">): Cents {
  return book.members.reduce((sum, { savingsCents }) => sum + savingsCents, 0n);
}

async function replaceWaiting(tx: Tx, by: By): Promise<void> {
  const waiting = await tx
    .selectFrom("openings")
    .select("id")
    .where("status", "=", "proposed")
    .executeTakeFirst();
  const office = officeOf(by.actor);
  if (waiting === undefined || office === null) return;
  const reason = message("descriptions.openingReplaced");
  await decide(tx, by, { id: waiting.id, outcome: "refused", office, reason });
}

// Rehearsing a sheet (OPEN-13).

type Caller = Pick<SignedInRequest, "actor" | "now" | "language" | "t">;

/** Writes nothing. `sheet_with_problems` is stored on the shelf for the caller. */
export async function rehearse(
  reader: Reader,
  files: SheetReader,
  shelf: SheetShelf,
  { by, sheet }: { by: Caller; sheet: UploadedSheet },
): Promise<ReplyOf<typeof rehearseOpening>> {
  const language = sheetLanguageFor(by.language);
  const { validated, context } = await validateOpening(reader, files, sheet, {
    language,
    products: await readOfferedProducts(reader),
  });
  const { book, problems, differenceCents } = validated;
  const ofGroup = await faultsOfGroup(reader, sheet.cutOver, by);
  const warnings = [...ofGroup.warnings, ...validated.warnings];
  const isClean = problems.length === 0;
  return {
    date: sheet.cutOver,
    ok: isClean && differenceCents === 0n && ofGroup.problems.length === 0,
    members: book.members.length,
    loans: book.loans.length,
    totals: tellTotals(validated.totals),
    difference: toKes(differenceCents),
    rows: tellProblems({ problems: [...ofGroup.problems, ...problems], warnings }, by.t),
    sheet_with_problems: isClean
      ? null
      : addressOf(
          shelf.put(
            by.actor.id,
            {
              parts: sheet.parts,
              context,
              warnings: [...ofGroup.problems, ...ofGroup.warnings],
              language: by.language,
            },
            by.now,
          ),
        ),
    figures: isClean ? await tellFigures(reader, validated) : [],
    own: validated.own === null ? null : tellOwn(await remembered(reader, validated.own, sheet)),
  };
}

/** A mapping that nobody sent is that of the last proposal, if this file has its sheets and their columns. */
async function remembered(
  reader: Reader,
  own: OwnBook,
  { mapping }: UploadedSheet,
): Promise<OwnBook> {
  if (mapping !== null) return own;
  const last = await readLastMapping(reader);
  if (last === null) return own;
  const isThere = mappedSheets(last).every(({ sheet, columns, months }) => {
    const names = own.sheets.find(({ name }) => name === sheet)?.columns.map(({ name }) => name);
    return [...Object.values(columns), ...months].every(
      (column) => names !== undefined && (column === null || names.includes(column)),
    );
  });
  return isThere ? { ...own, mapping: last } : own;
}

function tellOwn({ sheets: found, mapping, questions }: OwnBook) {
  return {
    sheets: found.map(({ name, headingRow, columns, rows, firstRows }) => ({
      name,
      heading_row: headingRow,
      columns: columns.map((column) => ({
        name: column.name,
        is_month: column.isMonth,
        lacks_year: column.lacksYear,
        month: column.month,
      })),
      rows,
      first_rows: firstRows,
    })),
    mapping: mapping as output<typeof ownMapping>,
    questions: questions.map((question) => ({
      ...question,
      examples: question.examples.map((example) => ({
        ...example,
        readings: example.readings.map(({ choice, day, amountCents, text }) => ({
          choice,
          day,
          amount: amountCents === null ? null : toKes(amountCents),
          text,
        })),
      })),
    })),
  };
}

/** What stands against the day of the move, whatever the sheet says, reported at its members (OPEN-16, OPEN-32). */
async function faultsOfGroup(
  reader: Reader,
  cutOver: PlainDate,
  { now, language }: Caller,
): Promise<Record<"problems" | "warnings", SheetProblem[]>> {
  const { standing, first } = await readBegunBooks(reader, cutOver);
  const months = fullMonthsBetween(cutOver, nairobiDate(now));
  const day = { day: cutOver };
  const name = sheets.members.name[sheetLanguageFor(language)];
  const against: (SheetFault | null)[] = [
    standing === null ? null : { code: "opening-stands", facts: { day: { day: standing } } },
    first === null || standing !== null
      ? null
      : { code: "books-begun", facts: { first: { day: first }, cutOver: day } },
  ];
  const since: SheetFault[] =
    months < 1 ? [] : [{ code: "months-since", facts: { months, cutOver: day } }];
  const at = (fault: SheetFault | null): SheetProblem[] =>
    fault === null ? [] : [{ sheet: name, table: null, row: 1, column: "", fault }];
  return { problems: against.flatMap(at), warnings: since.flatMap(at) };
}

const addressOf = (token: string) => `/api/opening/rehearse/file/?sheet=${token}`;

/** What is wrong first, as somebody goes through the file; at most 1,000 of each level. */
function tellProblems(
  { problems, warnings }: { problems: readonly SheetProblem[]; warnings: readonly SheetProblem[] },
  t: Translate,
): ReportedProblem[] {
  const tell =
    (level: ReportedProblem["level"]) =>
    ({ sheet, row, column, fault }: SheetProblem) => ({
      sheet,
      row,
      level,
      column,
      detail: saySheetFault(t, fault),
    });
  return [
    ...problems.slice(0, REPORTED_MOST).map(tell("error")),
    ...warnings.slice(0, REPORTED_MOST).map(tell("warning")),
  ];
}

const REPORTED_MOST = 1_000;

function tellTotals(totals: readonly AccountTotal[]) {
  return totals.map(({ account, debitCents, creditCents }) => ({
    account,
    debit: toKes(debitCents),
    credit: toKes(creditCents),
  }));
}

async function tellFigures(reader: Reader, validated: ValidatedSheet) {
  const [settings, active] = await Promise.all([
    readGroupSettings(reader),
    countActiveMembers(reader),
  ]);
  const figures = openingFigures(validated, {
    ...settings,
    activeMembers: active + validated.newcomers,
  });
  return figures.map((figure) => ({
    reg_number: figure.regNumber,
    name: figure.name,
    savings: toKes(figure.savingsCents),
    update_up_to: figure.paidUpTo,
    loan_limit: toKes(figure.loanLimitCents),
    share: toKes(figure.shareCents),
    account_value: toKes(figure.accountValueCents),
  }));
}
