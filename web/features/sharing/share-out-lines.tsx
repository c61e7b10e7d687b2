// What each member gets of a share-out, one line each, with the sums.
import { useTranslations } from "use-intl";
import type { DistributionPreview, DistributionShare } from "#contract/distributions.ts";
import type { Basis } from "#domain/sharing/share-out.ts";
import { Code } from "#web/ui/code.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatAmount, Money, sumKes } from "#web/ui/money.tsx";

/** A column of figures. */
const figure = (key: string, title: string, read: (line: DistributionShare) => number) => ({
  key,
  title,
  align: "end" as const,
  // A phone has them in one line below the name.
  slot: "elsewhere" as "elsewhere" | "side",
  cell: (line: DistributionShare) => <Money amount={read(line)} bare />,
});

/** A figure by its name; nothing of one that is 0. */
const named = (label: string, amount: number) =>
  amount === 0 ? [] : [{ label, value: <Money amount={amount} /> }];

type Lines = { figures: Pick<DistributionPreview, "members">; basis: Basis };

export function ShareOutLines({ figures, basis }: Lines) {
  const text = useTranslations("sharing.lines");
  const { members } = figures;
  const sumOf = (read: (line: DistributionShare) => number) => sumKes(members.map(read));
  const weightOf = ({ weight }: DistributionShare) =>
    basis === "savings_days" ? formatAmount(weight) : String(weight);
  const parts = (line: DistributionShare) =>
    [
      [text(`weights.${basis}`), weightOf(line)],
      [text("share"), formatAmount(line.share)],
      ...(line.savings > 0 ? [[text("savings"), formatAmount(line.savings)]] : []),
      ...(debtsOf(line) > 0 ? [[text("debts"), `(${formatAmount(debtsOf(line))})`]] : []),
    ]
      .map((part) => part.join(" "))
      .join(" · ");
  const columns: Column<DistributionShare>[] = [
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "name",
      cell: (line) => (
        <span className="block wrap-anywhere">
          <span className="in-cards:font-semibold">{line.member.full_name}</span>{" "}
          <Code className="text-sm text-muted">{line.member.reg_number}</Code>
          <span className="hidden text-sm text-muted in-cards:block">{parts(line)}</span>
        </span>
      ),
    },
    {
      key: "weight",
      title: text(`weights.${basis}`),
      align: "end",
      slot: "elsewhere",
      cell: weightOf,
    },
    figure("share", text("share"), ({ share }) => share),
    ...(members.some(({ savings }) => savings > 0)
      ? [figure("savings", text("savings"), ({ savings }) => savings)]
      : []),
    ...(members.some((line) => debtsOf(line) > 0)
      ? [figure("debts", text("debts"), (line) => -debtsOf(line))]
      : []),
    {
      ...figure("receives", text("receives"), ({ receives }) => receives),
      slot: "side",
      cell: (line) => <Money amount={line.receives} bare className="font-semibold" />,
    },
  ];
  return (
    <DataTable
      compact
      caption={text("caption")}
      captionHidden
      columns={columns}
      rows={members}
      rowKey={({ member }) => member.id}
      empty={null}
      totals={{
        member: text("all"),
        share: <Money amount={sumOf(({ share }) => share)} bare />,
        savings: <Money amount={sumOf(({ savings }) => savings)} bare />,
        debts: <Money amount={-sumOf(debtsOf)} bare />,
        receives: <Money amount={sumOf(({ receives }) => receives)} bare />,
      }}
    />
  );
}

const debtsOf = ({ set_off_fines: fines, set_off_loans: loans }: DistributionShare) =>
  sumKes([fines, loans]);

/** One member's own line, figure by figure. */
export function OwnShare({ line, basis }: { line: DistributionShare; basis: Basis }) {
  const text = useTranslations("sharing.lines");
  return (
    <Facts
      facts={[
        {
          label: text(`weights.${basis}`),
          value: basis === "savings_days" ? formatAmount(line.weight) : line.weight,
        },
        { label: text("share"), value: <Money amount={line.share} /> },
        ...named(text("savings"), line.savings),
        ...named(text("fines"), -line.set_off_fines),
        ...named(text("loans"), -line.set_off_loans),
        { label: text("receives"), value: <Money amount={line.receives} /> },
      ]}
    />
  );
}
