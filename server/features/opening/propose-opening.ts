// An uploaded sheet: what it would bring, reported without bringing it (OPEN-13), and its proposal, which is validated
// in the same way (OPEN-15) and stored in a transaction of its own.
import type { ReplyOf } from "#contract/endpoint.ts";
import type {
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
import { can, officeOf } from "#domain/permissions.ts";
import { refuse } from "#domain/refusal.ts";
import { openingFigures } from "#domain/opening/opening-figures.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { saySheetFault } from "#messages/say-refusal.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { holdCallers } from "#server/core/identity/sessions.ts";
import {
  type SheetReader,
  type UploadedSheet,
  validateOpening,
} from "#server/core/opening/validate-opening.ts";
import { type Database, inTransaction, type Reader, type Tx } from "#server/db/connection.ts";
import { lockOpenings } from "#server/db/locks.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { countActiveMembers } from "#server/core/members/member-directory.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { By } from "./bring-members.ts";
import { decide, tellOfProposal } from "./decide-opening.ts";
import { digestOf, readBegunBooks, readOpening, toStoredBook } from "./openings.queries.ts";
import type { SheetShelf } from "./sheet-files.ts";

/** Refuses a sheet with errors, and tells them. `isNew` is false where the same sheet waits or stands already. */
export async function proposeUpload(
  db: Database,
  files: SheetReader,
  by: SignedInRequest,
  { sheet, differenceReason }: { sheet: UploadedSheet; differenceReason: string | null },
): Promise<{ isNew: boolean; answer: ReplyOf<typeof proposeEndpoint> }> {
  const { validated } = await validateOpening(db, files, sheet, sheetLanguageFor(by.language));
  if (validated.problemCount > 0)
    throw refuse("opening-sheet-faulty", {
      count: validated.problemCount,
      rows: tellProblems(validated, by.t),
    }).at("file");
  return inTransaction(db, async (tx) => {
    const actor = single(await holdCallers(tx, [by]));
    if (!can(actor, "openings.propose")) throw refuse("forbidden");
    const { openingId, isNew } = await proposeOpening(
      tx,
      { ...by, actor },
      { sheet: validated, cutOver: sheet.cutOver, differenceReason },
    );
    const detail = by.t(isNew ? "done.opening.proposed" : "done.opening.known");
    return { isNew, answer: { detail, opening: await readOpening(tx, openingId) } };
  });
}

// Proposing a sheet (OPEN-30): the whole of it is stored, and nothing of it counts.

type Proposed = {
  sheet: Pick<ValidatedSheet, "book" | "totals" | "differenceCents">;
  cutOver: PlainDate;
  differenceReason: string | null;
};

/**
 * Refuses a sheet without members, and one that does not balance and has no reason. The same sheet and day again is
 * the opening that waits or stands already; another one takes the place of the one that waits.
 */
export async function proposeOpening(
  tx: Tx,
  by: By,
  { sheet, cutOver, differenceReason }: Proposed,
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
  await replaceWaiting(tx, by);
  const savingsCents = savingsOf(sheet);
  const { id } = await tx
    .insertInto("openings")
    .values({
      cut_over_on: cutOver,
      digest,
      book: toStoredBook(book),
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
  const reason = inEnglish("descriptions.openingReplaced");
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
  const { validated, context } = await validateOpening(reader, files, sheet, language);
  const { book, problems, differenceCents } = validated;
  const ofGroup = await warnOfGroup(reader, sheet.cutOver, by);
  const warnings = [...ofGroup, ...validated.warnings];
  const isClean = problems.length === 0;
  return {
    date: sheet.cutOver,
    ok: isClean && differenceCents === 0n,
    members: book.members.length,
    loans: book.loans.length,
    totals: tellTotals(validated.totals),
    difference: toKes(differenceCents),
    rows: tellProblems({ problems, warnings }, by.t),
    sheet_with_problems: isClean
      ? null
      : addressOf(
          shelf.put(
            by.actor.id,
            { parts: sheet.parts, context, warnings: ofGroup, language: by.language },
            by.now,
          ),
        ),
    figures: isClean ? await tellFigures(reader, validated) : [],
  };
}

/** What stands against the day of the move, whatever the sheet says, reported at its members (OPEN-16). */
async function warnOfGroup(
  reader: Reader,
  cutOver: PlainDate,
  { now, language }: Caller,
): Promise<SheetProblem[]> {
  const { standing, first } = await readBegunBooks(reader, cutOver);
  const months = fullMonthsBetween(cutOver, nairobiDate(now));
  const day = { day: cutOver };
  const name = sheets.members.name[sheetLanguageFor(language)];
  const faults: (SheetFault | null)[] = [
    standing === null ? null : { code: "opening-stands", facts: { day: { day: standing } } },
    first === null || standing !== null
      ? null
      : { code: "books-begun", facts: { first: { day: first }, cutOver: day } },
    months < 1 ? null : { code: "months-since", facts: { months, cutOver: day } },
  ];
  return faults.flatMap((fault) =>
    fault === null ? [] : [{ sheet: name, table: null, row: 1, column: "", fault }],
  );
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
    savings: toKes(figure.savingsCents),
    update_up_to: figure.paidUpTo,
    loan_limit: toKes(figure.loanLimitCents),
    share: toKes(figure.shareCents),
    account_value: toKes(figure.accountValueCents),
  }));
}
