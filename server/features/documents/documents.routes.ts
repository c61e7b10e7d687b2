// Papers: contract entry -> what stands on it -> the printer. Each asks for the same rights as its JSON answer.
import * as contract from "#contract/documents.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/account-owner.ts";
import type { Download, Routes } from "#server/http/endpoint-route.ts";
import type { Translate } from "#messages/translator.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import { loanReport } from "./loan-report.ts";
import { fileNameOf, type NamedReport } from "./report-frame.ts";
import {
  balanceSheetReport,
  profitAndLossReport,
  trialBalanceReport,
} from "./accounting-reports.ts";
import { statementReport } from "./statement-report.ts";
import { summaryReport } from "./summary-report.ts";

export function documentRoutes(
  routes: Routes,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
): void {
  // Where whoever holds the paper finds out whether the log still begins as its foot says.
  const place = `${publicUrl.replace(/^https?:\/\//, "")}/check`;
  const print = async (
    { t, actor }: { t: Translate; actor: Actor },
    making: Promise<NamedReport>,
  ): Promise<Download> => {
    const { report, named } = await making;
    const made = {
      named,
      report: { ...report, foot: [...report.foot, t("papers.checkAt", { place })] },
    };
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
