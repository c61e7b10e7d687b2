// Papers: contract entry -> what stands on it -> the printer. Each asks for the same rights as its JSON answer.
import * as contract from "#contract/documents.ts";
import { nairobiDate } from "#domain/calendar.ts";
import type { Language } from "#domain/language.ts";
import { accountOwner } from "#server/core/identity/account-owner.ts";
import type { Download, Routes } from "#server/http/endpoint-route.ts";
import type { Printer } from "#server/platform/pdf/printer.ts";
import { loanPaper } from "./loan-paper.ts";
import { fileNameOf, type NamedPaper } from "./paper-frame.ts";
import { inSwahiliOnPaper } from "./paper-in-swahili.ts";
import { balanceSheetPaper, profitAndLossPaper, trialBalancePaper } from "./report-papers.ts";
import { statementPaper } from "./statement-paper.ts";
import { summaryPaper } from "./summary-paper.ts";

export function documentRoutes(
  routes: Routes,
  { printer, publicUrl }: { printer: Printer; publicUrl: string },
): void {
  // Where whoever holds the paper finds out whether the log still begins as its foot says.
  const check = `Check it at ${publicUrl.replace(/^https?:\/\//, "")}/check`;
  const print = async (language: Language, making: Promise<NamedPaper>): Promise<Download> => {
    const { paper, named: words } = await making;
    const made = { named: words, paper: { ...paper, foot: [...paper.foot, check] } };
    const named = language === "sw" ? inSwahiliOnPaper(made) : made;
    return {
      name: `${fileNameOf(named)}.pdf`,
      mediaType: "application/pdf",
      content: await printer.print(named.paper),
    };
  };

  routes.download(contract.printBalanceSheet, (reader, { query, now, language }) =>
    print(language, balanceSheetPaper(reader, { date: query.date ?? nairobiDate(now), now })),
  );
  routes.download(contract.printTrialBalance, (reader, { query, now, language }) =>
    print(language, trialBalancePaper(reader, { date: query.date ?? nairobiDate(now), now })),
  );
  routes.download(contract.printProfitAndLoss, (reader, { query, now, language }) =>
    print(
      language,
      profitAndLossPaper(reader, { start: query.start_date, end: query.end_date, now }),
    ),
  );
  routes.download(contract.printStatement, async (reader, { actor, query, now, language }) =>
    print(
      language,
      statementPaper(reader, {
        memberId: await accountOwner(reader, actor, query.member),
        kind: query.kind ?? null,
        start: query.start_date ?? null,
        end: query.end_date ?? null,
        now,
      }),
    ),
  );
  routes.download(contract.printLoan, (reader, { actor, id, now, language }) =>
    print(language, loanPaper(reader, { loanId: id, actor, now })),
  );
  routes.download(contract.printSummary, async (reader, { actor, id, now, language }) =>
    print(language, summaryPaper(reader, { memberId: await accountOwner(reader, actor, id), now })),
  );
}
