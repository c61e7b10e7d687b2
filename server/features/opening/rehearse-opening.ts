// What a sheet would bring, reported without bringing it (OPEN-13).
import type { ReplyOf } from "#contract/endpoint.ts";
import type { rehearseOpening, SheetProblem as ReportedProblem } from "#contract/opening.ts";
import { fullMonthsBetween, nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import type { AccountTotal, SheetFault, SheetProblem } from "#domain/opening/opening-book.ts";
import { openingFigures } from "#domain/opening/opening-figures.ts";
import { problemHeading, sheetLanguageFor, sheets } from "#domain/opening/sheet-columns.ts";
import { saySheetFault } from "#messages/say-refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { countActiveMembers } from "#server/core/members/member-directory.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { readBegunBooks } from "./openings.queries.ts";
import {
  validateOpening,
  type TableReader,
  type UploadedSheet,
} from "#server/core/opening/validate-opening.ts";
import type { Reader } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";
import { problemsOfRows, type SheetShelf } from "./sheet-files.ts";

type By = Pick<SignedInRequest, "actor" | "now" | "language" | "t">;

/** Writes nothing. `sheet_with_problems` is stored on the shelf for the caller. */
export async function rehearse(
  reader: Reader,
  files: TableReader,
  shelf: SheetShelf,
  { by, sheet }: { by: By; sheet: UploadedSheet },
): Promise<ReplyOf<typeof rehearseOpening>> {
  const language = sheetLanguageFor(by.language);
  const validated = await validateOpening(reader, files, sheet, language);
  const { book, problems, differenceCents } = validated;
  const warnings = [...(await warnOfGroup(reader, sheet.cutOver, by)), ...validated.warnings];
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
            {
              parts: sheet.parts,
              problems: problemsOfRows([...problems, ...warnings], by.t),
              problemHeading: problemHeading[language],
            },
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
  { now, language }: By,
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
export function tellProblems(
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

export function tellTotals(totals: readonly AccountTotal[]) {
  return totals.map(({ account, debitCents, creditCents }) => ({
    account,
    debit: toKes(debitCents),
    credit: toKes(creditCents),
  }));
}

async function tellFigures(reader: Reader, validated: Awaited<ReturnType<typeof validateOpening>>) {
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
