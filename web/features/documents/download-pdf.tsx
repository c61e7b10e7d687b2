import { FileDown } from "lucide-react";
import * as documents from "#contract/documents.ts";
import type { TransactionKind } from "#contract/transactions.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { fetchFile, useSaveFile } from "#web/api/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** The kind of PDF, and its subject. */
type PdfRequest =
  | { report: "balance-sheet" | "trial-balance" | "reconciliation"; date: PlainDate }
  | { report: "profit-and-loss"; start: PlainDate; end: PlainDate }
  | {
      report: "statement";
      chosen: {
        start_date?: PlainDate;
        end_date?: PlainDate;
        kind?: TransactionKind;
        /** Another member's, for readers who may see it. */
        member?: number;
      };
    }
  | { report: "loan"; loanId: number }
  | { report: "summary"; memberId: number };

type DownloadPdfProps = {
  requested: PdfRequest;
  /** The subject of the PDF for screen readers, where several buttons have the same text. */
  of?: string;
  className?: string;
};

/** Downloads the PDF; a refusal is shown in a toast. */
export function DownloadPdf({ requested, of, className }: DownloadPdfProps) {
  const texts = useUiTexts();
  const { save, isSaving } = useSaveFile(fetchPdf);
  return (
    <Button
      data-print="never"
      variant="secondary"
      icon={<FileDown aria-hidden />}
      busy={isSaving}
      onClick={() => save(requested)}
      {...(className === undefined ? {} : { className })}
    >
      {texts.downloadPdf}
      {of !== undefined && <span className="sr-only">{` ${of}`}</span>}
    </Button>
  );
}

function fetchPdf(requested: PdfRequest) {
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
