// Reports as PDF: contract entry -> content -> printer. Each needs the same rights as its JSON answer.
import * as contract from "#contract/documents.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/sessions.ts";
import type { Database } from "#server/db/connection.ts";
import type { Download } from "#server/http/answer-read.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Translate } from "#messages/translator.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
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
  routes.download(contract.printSummary, async (reader, { actor, id, now, t }) =>
    print(
      { t, actor },
      summaryReport(reader, { memberId: await accountOwner(reader, actor, id), now, t }),
    ),
  );
}
