// A sheet that was sent: its totals, its count, who entered it, and every row (CASH-6).
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { CollectionView } from "#endpoints/collections.ts";
import { Facts } from "#web/ui/card.tsx";
import { formatMomentAndTime, formatMonth } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { formatMoney, Money, sumCents } from "#web/ui/money.tsx";
import { Difference } from "./difference.tsx";

type Row = CollectionView["rows"][number];

export function CollectionFigures({ collection }: { collection: CollectionView }) {
  const text = useTranslations("collections");
  const { totals, total, counted, difference, difference_reason: why, rows } = collection;
  return (
    <>
      <Facts
        facts={[
          ...(["contributions", "loans", "fines", "funds"] as const).flatMap((kind) =>
            totals[kind] === 0
              ? []
              : [{ label: text(`kinds.${kind}`), value: <Money amount={totals[kind]} /> }],
          ),
          { label: text("total"), value: <Money amount={total} /> },
          { label: text("counted"), value: <Money amount={counted} /> },
          { label: text("difference"), value: <Difference cents={sumCents([difference])} /> },
          ...(why === null ? [] : [{ label: text("reason"), value: why }]),
        ]}
      />
      <p className="mt-2 text-sm wrap-anywhere text-muted">
        {text("enteredBy", {
          name: personName(collection.entered_by),
          at: formatMomentAndTime(collection.at),
        })}
      </p>
      <Disclosure label={text("rows", { count: rows.length })}>
        <ul aria-label={text("onSheet")} className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.member.id} className="py-2">
              <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span className="wrap-anywhere">{personName(row.member)}</span>
                <Money amount={row.total} className="font-semibold" />
              </p>
              <Parts row={row} />
            </li>
          ))}
        </ul>
      </Disclosure>
    </>
  );
}

function Parts({ row }: { row: Row }) {
  const text = useTranslations("collections");
  const { contribution, contribution_month: month, fines, loans, funds } = row;
  const parts = [
    ...(contribution === 0 || month === null
      ? []
      : [{ name: text("contributionFor", { month: formatMonth(month) }), amount: contribution }]),
    ...(fines === 0 ? [] : [{ name: text("fines"), amount: fines }]),
    ...loans.map(({ loan_name: name, amount }) => ({ name, amount })),
    ...funds.map(({ name, amount }) => ({ name, amount })),
  ];
  return (
    <p className="text-sm text-muted">
      {parts.map(({ name, amount }) => `${name}: ${formatMoney(amount)}`).join(", ")}
    </p>
  );
}
