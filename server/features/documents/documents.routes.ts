// Papers: contract entry -> what stands on it -> the printer. Each asks for the same rights as its JSON answer.
import * as contract from "#contract/documents.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { Actor } from "#domain/permissions.ts";
import { accountOwner } from "#server/core/identity/account-owner.ts";
import type { Download, Routes } from "#server/http/endpoint-route.ts";
import type { Translate } from "#messages/translator.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import { loanPaper } from "./loan-paper.ts";
import { fileNameOf, type NamedPaper } from "./paper-frame.ts";
import { balanceSheetPaper, profitAndLossPaper, trialBalancePaper } from "./report-papers.ts";
import { statementPaper } from "./statement-paper.ts";
import { summaryPaper } from "./summary-paper.ts";

export function documentRoutes(
  routes: Routes,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
): void {
  // Where whoever holds the paper finds out whether the log still begins as its foot says.
  const place = `${publicUrl.replace(/^https?:\/\//, "")}/check`;
  const print = async (
    { t, actor }: { t: Translate; actor: Actor },
    making: Promise<NamedPaper>,
  ): Promise<Download> => {
    const { paper, named } = await making;
    const made = {
      named,
      paper: { ...paper, foot: [...paper.foot, t("papers.checkAt", { place })] },
    };
    return {
      name: `${fileNameOf(made)}.pdf`,
      mediaType: "application/pdf",
      content: await printer.print(made.paper, actor.id),
    };
  };

  routes.download(contract.printBalanceSheet, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      balanceSheetPaper(reader, { date: query.date ?? nairobiDate(now), now, t }),
    ),
  );
  routes.download(contract.printTrialBalance, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      trialBalancePaper(reader, { date: query.date ?? nairobiDate(now), now, t }),
    ),
  );
  routes.download(contract.printProfitAndLoss, (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      profitAndLossPaper(reader, { start: query.start_date, end: query.end_date, now, t }),
    ),
  );
  routes.download(contract.printStatement, async (reader, { actor, query, now, t }) =>
    print(
      { t, actor },
      statementPaper(reader, {
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
    print({ t, actor }, loanPaper(reader, { loanId: id, actor, now, t })),
  );
  routes.download(contract.printSummary, async (reader, { actor, id, now, t }) =>
    print(
      { t, actor },
      summaryPaper(reader, { memberId: await accountOwner(reader, actor, id), now, t }),
    ),
  );
}
