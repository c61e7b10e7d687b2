// Whether both offices have said that books and bank agree, and what is still open (STAT-33, STAT-35).
import { useTranslations } from "use-intl";
import type { Reconciliation } from "#contract/reconciliation.ts";
import { Alert } from "#web/ui/alert.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

type VerdictProps = { read: Reconciliation; date: NonNullable<Reconciliation["date"]> };

export function ReconciliationVerdict({ read, date }: VerdictProps) {
  const text = useTranslations("reconciliation");
  const { offices } = useUiTexts();
  const { accepted, reopened, difference } = read;
  const day = formatDay(date);
  const words = accepted.map(({ office, by, at }) => (
    <p key={office}>
      {text("acceptedBy", {
        office: offices[office],
        name: by.full_name,
        at: formatMomentAndTime(at),
      })}
    </p>
  ));
  if (accepted.length === 2)
    return (
      <Alert tone="good" title={text("bothAgree", { date: day })}>
        {words}
      </Alert>
    );
  const missing = (["Treasurer", "Sec-Gen"] as const).filter((office) =>
    accepted.every((each) => each.office !== office),
  );
  return (
    <div className="space-y-3">
      {reopened !== undefined && (
        <Alert tone="bad" title={text("reopened", { at: formatMomentAndTime(reopened.at) })}>
          {reopened.why}
        </Alert>
      )}
      {difference === 0 && (
        <Alert tone="good" title={text("explained")}>
          {text("explainedText", {
            bank: formatMoney(read.statements_total),
            books: formatMoney(read.books),
            same: String(read.statements_total === read.books),
          })}
        </Alert>
      )}
      {difference !== 0 && (
        <Alert tone="bad" title={text("differs", { amount: formatMoney(difference) })}>
          {text("differsText")}
        </Alert>
      )}
      <Alert tone="waiting" title={text("waits")}>
        {words}
        {missing.map((office) => (
          <p key={office}>{text("waitsFor", { office: offices[office] })}</p>
        ))}
        {read.agreed_to !== null && (
          <p className="mt-1 font-semibold">
            {text("agreed", {
              date: formatDay(read.agreed_to),
              amount: formatMoney(read.agreed_difference ?? 0),
            })}
          </p>
        )}
      </Alert>
    </div>
  );
}
