import { Copy } from "lucide-react";
import { useTranslations } from "use-intl";
import { getAuditHead } from "#endpoints/audit.ts";
import { getNotedHeads } from "#endpoints/proofs.ts";
import { checkPath } from "#domain/proofs/check-path.ts";
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import { useEndpoint, type Prefetch } from "#web/api/use-query.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { showToast } from "#web/ui/toaster.tsx";
import { FingerprintText } from "./fingerprint-text.tsx";

/** The head of the log, for noting elsewhere, and those that were mailed. */
export function TreeHeadCard() {
  const text = useTranslations("proofs");
  const head = useEndpoint(getAuditHead);
  const noted = useEndpoint(getNotedHeads);

  const { entries = 0, fingerprint = null } = head.data ?? {};
  const copy = async (whole: string) => {
    await navigator.clipboard.writeText(`${text("entries", { count: entries })}: ${whole}`);
    showToast("success", text("copied"));
  };

  return (
    <Card
      title={text("headTitle")}
      className="mb-6"
      aside={
        // Without https there is no clipboard; the text can be selected.
        fingerprint !== null &&
        window.isSecureContext && (
          <Button
            variant="secondary"
            icon={<Copy aria-hidden />}
            onClick={() => void copy(writeFingerprint(fingerprint))}
          >
            {text("copy")}
          </Button>
        )
      }
    >
      {head.isError ? (
        <LoadProblem detail={head.error.detail} onRetry={() => void head.refetch()} />
      ) : head.data === undefined ? (
        <Skeleton className="h-[295px] md:h-24" />
      ) : fingerprint === null ? (
        <p className="text-muted">{text("headEmpty")}</p>
      ) : (
        <>
          <p className="mb-1 font-semibold tabular-nums">{text("entries", { count: entries })}</p>
          <FingerprintText large value={fingerprint} />
          <p className="mt-3 max-w-prose text-muted">{text("headText")}</p>
          <p className="mt-2">
            <a href="/check" className="font-semibold text-brand underline">
              {text("toCheck")}
            </a>
          </p>
        </>
      )}
      {noted.data !== undefined && noted.data.noted.length > 0 && (
        <Disclosure label={text("notedTitle")} className="mt-4">
          <ul className="divide-y divide-line">
            {noted.data.noted.map((each) => (
              <li key={each.month} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2">
                <span className="min-w-28 font-semibold">{formatMoment(each.at)}</span>
                <span className="whitespace-nowrap tabular-nums">
                  {text("entries", { count: each.entries })}
                </span>
                <FingerprintText value={each.fingerprint} />
                <a href={checkPath(each)} className="text-brand underline">
                  {text("notedCheck")}
                  <span className="sr-only">{` ${formatMoment(each.at)}`}</span>
                </a>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </Card>
  );
}

TreeHeadCard.loader = (prefetch: Prefetch) => {
  prefetch(getAuditHead);
  prefetch(getNotedHeads);
};
