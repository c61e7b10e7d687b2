// Reports as PDF: contract entry -> content -> printer. Each needs the same rights as its JSON answer.
import * as contract from "#contract/documents.ts";
import { printMinutes } from "#contract/meetings.ts";
import { printRegister } from "#contract/register.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import { readAdoptedFile } from "#server/core/meetings/read-minutes.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import type { Database, Reader } from "#server/db/connection.ts";
import type { Download } from "#server/http/answer-read.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Translate } from "#messages/translator.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import { agreementReport } from "./agreement-report.ts";
import { minutesNamed, minutesReport } from "./minutes-report.ts";
import { receiptReport } from "./receipt-report.ts";
import { registerReport } from "./register-report.ts";
import { portfolioReport } from "./portfolio-report.ts";
import { shareOutReport } from "./share-out-report.ts";
import { reconciliationReport } from "./reconciliation-report.ts";
import { loanReport } from "./loan-report.ts";
import { checkable, fileNameOf, type NamedReport } from "./report-frame.ts";
import {
  balanceSheetReport,
  profitAndLossReport,
  trialBalanceReport,
} from "./accounting-reports.ts";
import { statementReport } from "./statement-report.ts";
import { summaryReport } from "./summary-report.ts";

/** The three reports for the archive of an export, each printed when its turn comes. */
export function printingReports(printer: Printer, publicUrl: string) {
  return (
    db: Database,
    params: { start: PlainDate; end: PlainDate; now: Date; t: Translate; actorId: number },
  ) => {
    const { start, end, now, t, actorId } = params;
    const making: [string, () => Promise<NamedReport>][] = [
      [`trial-balance-${end}`, () => trialBalanceReport(db, { date: end, now, t })],
      [`balance-sheet-${end}`, () => balanceSheetReport(db, { date: end, now, t })],
      [`profit-and-loss-${start}-${end}`, () => profitAndLossReport(db, { start, end, now, t })],
    ];
    return making.map(([name, make]) => ({
      name: `akiba-${name}.pdf`,
      content: (async function* () {
        const { report } = checkable(await make(), { t, publicUrl });
        yield await printer.print(report, actorId);
      })(),
    }));
  };
}

/** Draws the minutes of a meeting as they are adopted. */
export function drawingMinutes(printer: Printer, publicUrl: string) {
  return async (
    reader: Reader,
    { actor, t, ...params }: Parameters<typeof minutesReport>[1] & { actor: Actor },
  ): Promise<Uint8Array> => {
    const { report } = checkable(await minutesReport(reader, { ...params, t }), { t, publicUrl });
    return printer.print(report, actor.id);
  };
}

export function documentRoutes(
  routes: Routes,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
): void {
  const print = async (
    { t, actor }: { t: Translate; actor: Actor },
    making: Promise<NamedReport>,
  ): Promise<Download> => {
    const made = checkable(await making, { t, publicUrl });
    return {
      name: `${fileNameOf(made)}.pdf`,
      mediaType: "application/pdf",
      content: await printer.print(made.report, actor.id),
    };
  };

  routes.download(contract.printBalanceSheet, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      balanceSheetReport(reader, { date: query.date ?? nairobiDate(now), now, t }),
    ),
  );
  routes.download(contract.printTrialBalance, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      trialBalanceReport(reader, { date: query.date ?? nairobiDate(now), now, t }),
    ),
  );
  routes.download(contract.printProfitAndLoss, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      profitAndLossReport(reader, { start: query.start_date, end: query.end_date, now, t }),
    ),
  );
  routes.download(contract.printReconciliation, (reader, { actor, query, now, t }) =>
    print({ t, actor }, reconciliationReport(reader, { date: query.date, actor, now, t })),
  );
  routes.download(contract.printPortfolio, (reader, { actor, query, now, t }) =>
    print({ t, actor }, portfolioReport(reader, { date: query.date, actor, now, t })),
  );
  routes.download(contract.printShareOut, (reader, { actor, id, now, t }) =>
    print({ t, actor }, shareOutReport(reader, { id, actor, now, t })),
  );
  routes.download(contract.printStatement, async (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      statementReport(reader, {
        memberId: await accountOwner(reader, actor, query.member),
        kind: query.kind ?? null,
        start: query.start_date ?? null,
        end: query.end_date ?? null,
        now,
        t,
      }),
    ),
  );
  routes.download(contract.printLoan, (reader, { actor, id, now, t }) =>
    print({ t, actor }, loanReport(reader, { loanId: id, actor, now, t })),
  );
  routes.download(contract.printAgreement, (reader, { actor, id, now, t }) =>
    print({ t, actor }, agreementReport(reader, { id, actor, now, t })),
  );
  routes.download(contract.printSummary, async (reader, { actor, id, now, t }) =>
    print(
      { t, actor },
      summaryReport(reader, { memberId: await accountOwner(reader, actor, id), now, t }),
    ),
  );
  routes.download(printRegister, (reader, { actor, query, now, t }) =>
    print({ t, actor }, registerReport(reader, { date: query.date, actor, now, t })),
  );
  routes.download(printMinutes, async (reader, { actor, id, now, t }) => {
    const adopted = await readAdoptedFile(reader, id);
    if (adopted === undefined) return print({ t, actor }, minutesReport(reader, { id, now, t }));
    const { name: group } = await readGroupSettings(reader);
    const named = minutesNamed(t, { number: adopted.number, date: adopted.held_on });
    return {
      name: `${fileNameOf({ report: { group }, named })}.pdf`,
      mediaType: "application/pdf",
      content: adopted.bytes,
    };
  });
  routes.download(contract.printReceipt, (reader, { actor, query, now, t }) =>
    print({ t, actor }, receiptReport(reader, { ...query, actor, publicUrl, now, t })),
  );
}
