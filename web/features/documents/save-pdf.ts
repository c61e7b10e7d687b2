// Fetches a PDF and hands it to the browser to be stored. Its own chunk: nothing of it is needed before the press.
import * as documents from "#contract/documents.ts";
import { fetchFile, saveFile, type FetchedFile } from "#web/api/save-file.ts";
import type { PdfRequest } from "./pdf-request.ts";

/** Throws `ApiError` for a refusal. */
export async function savePdf(requested: PdfRequest): Promise<void> {
  saveFile(await fetchPdf(requested));
}

function fetchPdf(requested: PdfRequest): Promise<FetchedFile> {
  switch (requested.report) {
    case "balance-sheet":
      return fetchFile(documents.printBalanceSheet, { query: { date: requested.date } });
    case "trial-balance":
      return fetchFile(documents.printTrialBalance, { query: { date: requested.date } });
    case "reconciliation":
      return fetchFile(documents.printReconciliation, { query: { date: requested.date } });
    case "profit-and-loss":
      return fetchFile(documents.printProfitAndLoss, {
        query: { start_date: requested.start, end_date: requested.end },
      });
    case "statement":
      return fetchFile(documents.printStatement, { query: requested.chosen });
    case "loan":
      return fetchFile(documents.printLoan, { params: { id: requested.loanId } });
    case "summary":
      return fetchFile(documents.printSummary, { params: { id: requested.memberId } });
  }
}
