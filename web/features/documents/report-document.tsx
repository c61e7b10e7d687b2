import { FileDown } from "lucide-react";
import { useTranslations } from "use-intl";
import type { TransactionKind } from "#contract/choices.ts";
import { getAuditHead } from "#endpoints/audit.ts";
import * as documents from "#endpoints/documents.ts";
import { printMinutes } from "#endpoints/meetings.ts";
import { printRegister } from "#endpoints/register.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { fetchFile, useSaveFile } from "#web/api/files.ts";
import { asOfIn } from "#web/api/shown-as-of.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { useUiTexts, fill } from "#web/ui/texts.tsx";

/** The kind of PDF, and its subject. */
type PdfRequest =
  | {
      report: "balance-sheet" | "trial-balance" | "reconciliation" | "portfolio" | "register";
      date: PlainDate;
    }
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
  | { report: "share-out" | "agreement" | "minutes"; id: number }
  | { report: "summary"; memberId: number };

type DownloadPdfProps = {
  requested: PdfRequest;
  /** The text of the button, where a page has several files. */
  label?: string;
  /** The subject of the PDF for screen readers, where several buttons have the same text. */
  of?: string;
  className?: string;
};

/** Downloads the PDF; a refusal is shown in a toast. */
export function DownloadPdf({ requested, label, of, className }: DownloadPdfProps) {
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
      {label ?? texts.downloadPdf}
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
    case "portfolio":
      return fetchFile(documents.printPortfolio, { query: { date: requested.date } });
    case "profit-and-loss":
      return fetchFile(documents.printProfitAndLoss, {
        query: { start_date: requested.start, end_date: requested.end },
      });
    case "statement":
      return fetchFile(documents.printStatement, { query: requested.chosen });
    case "loan":
      return fetchFile(documents.printLoan, { params: { id: requested.loanId } });
    case "share-out":
      return fetchFile(documents.printShareOut, { params: { id: requested.id } });
    case "minutes":
      return fetchFile(printMinutes, { params: { id: requested.id } });
    case "register":
      return fetchFile(printRegister, { query: { date: requested.date } });
    case "agreement":
      return fetchFile(documents.printAgreement, { params: { id: requested.id } });
    case "summary":
      return fetchFile(documents.printSummary, { params: { id: requested.memberId } });
  }
}

export function prefetchAuditLine(prefetch: Prefetch): void {
  prefetch(getAuditHead);
}

/**
 * The state of the log, for the footer of a printed sheet; undefined until it is known, and for readers who may not
 * see it.
 */
export function useAuditLine(mayKnow: boolean): string | undefined {
  const texts = useUiTexts();
  const { data } = useEndpoint(getAuditHead, { enabled: mayKnow });
  if (data === undefined || data.fingerprint === null) return undefined;
  return fill(texts.auditLine, {
    count: data.entries.toLocaleString("en-KE"),
    fingerprint: writeFingerprint(data.fingerprint),
    place: `${window.location.host}/check`,
  });
}

/** The age of a report, for the top of its printed sheet, if it comes from a read replica that is behind (SAFE-27). */
export function useAsOfLine(report: unknown): string | undefined {
  const text = useTranslations("offline");
  const reported = asOfIn(report);
  return reported === null ? undefined : text("asOf", { when: formatMomentAndTime(reported) });
}
