import { useTranslations } from "use-intl";
import type { ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";

type Blocking = { kind: string; id: number; reference?: string | null };

const SHOWN_AT_MOST = 20;

/** What a refusal names as standing in the way. */
export function blockingOf({ facts }: ApiError): readonly Blocking[] {
  return Array.isArray(facts["blocking"]) ? (facts["blocking"] as Blocking[]) : [];
}

export function RestsOnIt({ blocking }: { blocking: readonly Blocking[] }) {
  const text = useTranslations("opening.takeBack");
  const nameOf = ({ kind, id, reference }: Blocking) => {
    const known = kinds.find((each) => each === kind);
    return text("item", {
      kind: known === undefined ? text("items.entry") : text(`items.${known}`),
      name: reference ?? String(id),
    });
  };
  return (
    <Alert live tone="bad" title={text("rests")}>
      <p>{text("restsText")}</p>
      <ul className="mt-1 list-disc ps-5 wrap-anywhere">
        {blocking.slice(0, SHOWN_AT_MOST).map((each) => (
          <li key={each.kind + each.id}>{nameOf(each)}</li>
        ))}
      </ul>
      {blocking.length > SHOWN_AT_MOST && (
        <p>{text("more", { count: blocking.length - SHOWN_AT_MOST })}</p>
      )}
    </Alert>
  );
}

const kinds = [
  "contribution",
  "loan_payment",
  "fine_payment",
  "loan",
  "fine",
  "fixed_deposit_redemption",
  "settlement",
  "financial_year",
  "bank",
] as const;
