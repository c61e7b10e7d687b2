// Fetches a paper and hands it to the browser to be kept. Its own chunk: nothing of it is needed before the press.
import * as documents from "#contract/documents.ts";
import { fetchFile, type FetchedFile } from "#web/api/fetch-file.ts";
import { saveFile } from "#web/api/save-file.ts";
import type { PaperAsked } from "./paper-asked.ts";

/** Throws `ApiError` for a refusal. */
export async function savePdf(asked: PaperAsked): Promise<void> {
  saveFile(await fetchPaper(asked));
}

function fetchPaper(asked: PaperAsked): Promise<FetchedFile> {
  switch (asked.paper) {
    case "balance-sheet":
      return fetchFile(documents.printBalanceSheet, { query: { date: asked.date } });
    case "trial-balance":
      return fetchFile(documents.printTrialBalance, { query: { date: asked.date } });
    case "profit-and-loss":
      return fetchFile(documents.printProfitAndLoss, {
        query: { start_date: asked.start, end_date: asked.end },
      });
    case "statement":
      return fetchFile(documents.printStatement, { query: asked.chosen });
    case "loan":
      return fetchFile(documents.printLoan, { params: { id: asked.loanId } });
    case "summary":
      return fetchFile(documents.printSummary, { params: { id: asked.memberId } });
  }
}
