// Fetches a paper and hands it to the browser to be kept. Its own chunk: nothing of it is needed before the press.
import * as documents from "#contract/documents.ts";
import { fetchFile, type FetchedFile } from "#web/api/fetch-file.ts";
import type { PaperAsked } from "./paper-asked.ts";

/** Throws `ApiError` for a refusal. */
export async function savePdf(asked: PaperAsked): Promise<void> {
  save(await fetchPaper(asked));
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

// A phone may open the file only after the page has gone on.
const KEPT_MS = 60_000;

function save({ name, content }: FetchedFile): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
