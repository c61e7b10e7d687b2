// What makes a receipt one (PAY-36): who approved it, a QR code that opens the check, and how to send it on.
import { FileDown, Share2 } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { Contribution } from "#contract/contributions.ts";
import { printReceipt } from "#endpoints/documents.ts";
import { getReceipt, type PaymentReceipt } from "#endpoints/transactions.ts";
import { fetchFile, saveFile, type FetchedFile } from "#web/api/files.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Verdicts } from "#web/ui/badge.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatMoment, formatMomentAndTime, formatMonths } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney } from "#web/ui/money.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { PaidRows, paidRowLines } from "./paid-rows.tsx";

type Which = { kind: PaymentReceipt["kind"]; id: number };

export type ReceiptProofProps = Which & {
  /** Instead of the names until they are there, and without a network; left out where they stand elsewhere. */
  unnamed?: ReactNode;
  /** Why an office approved what the statements do not confirm (STAT-24); null if unknown. */
  verdicts?: Contribution["approval_status"] | null;
};

/** Both officials by name, and the QR code; on the screen and in print. */
export function ReceiptProof({ kind, id, unnamed, verdicts }: ReceiptProofProps) {
  const text = useTranslations("receipts");
  const { offices } = useUiTexts();
  const { data } = useEndpoint(getReceipt, { query: { kind, id } });
  if (data === undefined) return unnamed;
  const { approvals, check_url: url } = data.receipt;
  return (
    <>
      <PaidRows receipt={data.receipt} />
      {unnamed !== undefined && (
        <>
          <h3 className="mt-6 mb-1 font-semibold">{text("approvals")}</h3>
          <Verdicts
            verdicts={approvals.map(({ office, by, at }) => ({
              who: text("official", { office: offices[office], name: by.full_name }),
              status: "approved",
              note: [
                formatMomentAndTime(at),
                verdicts?.find(({ role }) => role === office)?.approve_reason ?? [],
              ]
                .flat()
                .join(". "),
            }))}
          />
        </>
      )}
      {url !== null && (
        <div className="mt-6 flex items-center gap-4 border-t border-line pt-4">
          <QrCode text={url} label={text("qrLabel")} className="size-28 flex-none" />
          <p className="min-w-0 text-sm text-muted">
            {text("qrNote")}{" "}
            <a href={url} className="font-semibold text-brand underline print:hidden">
              {text("check")}
            </a>
          </p>
        </div>
      )}
    </>
  );
}

export type SendReceiptProps = Which & { group: string };

/** Opens the ways to send it: the second press sends. */
export function SendReceipt(props: SendReceiptProps) {
  const text = useTranslations("receipts");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Share2 aria-hidden />} onClick={() => setOpen(true)}>
        {text("send")}
      </Button>
      <Modal open={isOpen} onClose={() => setOpen(false)} title={text("sendTitle")} width="small">
        <WaysToSend {...props} />
      </Modal>
    </>
  );
}

/** By WhatsApp, by the phone's own list of apps, as a file, or copied. */
function WaysToSend({ kind, id, group }: SendReceiptProps) {
  const text = useTranslations("receipts");
  const { downloadPdf } = useUiTexts();
  const found = useEndpoint(getReceipt, { query: { kind, id } });
  const words = useReceiptWords(found.data?.receipt, group);
  const pdf = usePdf({ kind, id });

  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (words === undefined) return <Skeleton className="h-44" />;
  return (
    <div className="grid gap-3">
      <p className="rounded-control bg-sunken p-3 text-sm whitespace-pre-line wrap-anywhere">
        {words}
      </p>
      <a
        className={buttonClass("primary")}
        href={`https://wa.me/?text=${encodeURIComponent(words)}`}
        target="_blank"
        rel="noreferrer"
      >
        {text("whatsapp")}
      </a>
      {pdf && mayShare(pdf) && (
        <Button variant="secondary" icon={<Share2 aria-hidden />} onClick={() => void share(pdf)}>
          {text("sharePdf")}
        </Button>
      )}
      {pdf !== null && (
        <Button
          variant="secondary"
          icon={<FileDown aria-hidden />}
          busy={pdf === undefined}
          onClick={() => pdf && saveFile(pdf)}
        >
          {downloadPdf}
        </Button>
      )}
      <div className="text-center">
        <CopyButton value={words} of={text("theText")} />
      </div>
    </div>
  );
}

/** Fetched before a press, since a browser shares a file only at once; null if that failed, which a toast shows. */
function usePdf({ kind, id }: Which): FetchedFile | null | undefined {
  const [pdf, setPdf] = useState<FetchedFile | null>();
  useEffect(() => {
    let isShown = true;
    fetchFile(printReceipt, { query: { kind, id } }).then(
      (file) => isShown && setPdf(file),
      () => isShown && setPdf(null),
    );
    return () => {
      isShown = false;
    };
  }, [kind, id]);
  return pdf;
}

function asFiles({ name, content }: FetchedFile): { files: File[] } {
  return { files: [new File([content], name, { type: "application/pdf" })] };
}

/** Browsers have it on pages over https or from this device. */
function mayShare(pdf: FetchedFile): boolean {
  return "canShare" in navigator && navigator.canShare(asFiles(pdf));
}

async function share(pdf: FetchedFile): Promise<void> {
  try {
    await navigator.share(asFiles(pdf));
  } catch (error) {
    // Whoever closes the phone's list of apps does not want to send it. Any other failure leaves the file.
    if (!(error instanceof DOMException && error.name === "AbortError")) saveFile(pdf);
  }
}

/** The receipt as a message, a fact a line. */
function useReceiptWords(receipt: PaymentReceipt | undefined, group: string): string | undefined {
  const text = useTranslations("receipts");
  const { offices } = useUiTexts();
  if (receipt === undefined) return undefined;
  const { payment, approvals, check_url: url } = receipt;
  const names = approvals.map(({ office, by }) =>
    text("official", { office: offices[office], name: by.full_name }),
  );
  return [
    group,
    text("receiptLine", { number: String(payment.id), amount: formatMoney(receipt.amount) }),
    paidFor(payment, text),
    ...paidRowLines(receipt, text),
    `${payment.member.full_name}, ${payment.member.reg_number}`,
    text("paidLine", {
      date: formatMoment(payment.payment_date),
      reference: receipt.payment_Reference_Code,
    }),
    text("approvedLine", { names: names.join(", ") }),
    ...(url === null ? [] : [text("checkLine", { url })]),
  ].join("\n");
}

function paidFor(
  { contribution_month: first, contribution_month_to: last, loan_name }: PaymentReceipt["payment"],
  text: ReturnType<typeof useTranslations<"receipts">>,
): string {
  if (loan_name !== null) return loan_name;
  if (first === null) return text("fines");
  return text(last === undefined ? "oneMonth" : "contributions", {
    months: formatMonths(first, last),
  });
}
