// What is at hand, since when, and the last count of the box (CASH-3).
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { personName } from "#domain/members/person-name.ts";
import type { getCash } from "#endpoints/cash.ts";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

export type Cash = ReplyOf<typeof getCash>;

/** `movements` is the link to what moved it. */
export function CashBox({ cash, movements }: { cash: Cash; movements: ReactNode }) {
  const text = useTranslations("cash");
  const { balance, held_since: since, last_count: count } = cash;
  return (
    <div className="grid gap-4 md:grid-cols-2 md:gap-6">
      <Card title={text("atHand")}>
        <Money amount={balance} size="hero" />
        <p className="mt-2">
          {since === null ? text("empty") : text("since", { day: formatDay(since) })}
        </p>
        <div className="mt-3">{movements}</div>
      </Card>
      <Card title={text("lastCount")}>
        {count === null ? (
          <p className="text-muted">{text("neverCounted")}</p>
        ) : (
          <Count count={count} />
        )}
      </Card>
    </div>
  );
}

function Count({ count }: { count: NonNullable<Cash["last_count"]> }) {
  const text = useTranslations("cash");
  const { offices } = useUiTexts();
  return (
    <>
      <Facts
        facts={[
          { label: text("counted"), value: <Money amount={count.counted} /> },
          { label: text("books"), value: <Money amount={count.books} /> },
          { label: text("difference"), value: <Difference amount={count.difference} /> },
          ...(count.reason === null ? [] : [{ label: text("reason"), value: count.reason }]),
        ]}
      />
      <ul aria-label={text("countedBy")} className="mt-3 space-y-1 text-sm text-muted">
        {count.by.map(({ office, by, at }) => (
          <li key={by.id} className="wrap-anywhere">
            {text("by", {
              name: personName(by),
              office: offices[office],
              at: formatMomentAndTime(at),
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** `amount` in KES is counted less books: below 0 if money is missing. */
export function Difference({ amount }: { amount: number }) {
  const text = useTranslations("cash");
  if (amount === 0) return <span className="text-good">{text("none")}</span>;
  const sentence = text(amount < 0 ? "less" : "more", { amount: formatMoney(Math.abs(amount)) });
  return <span className="text-waiting">{unbroken(sentence)}</span>;
}
