// The turns in their order, one line a member: whose, when, what was paid in, and what that member owes now.
import { useTranslations } from "use-intl";
import type { Rotation, RotationTurn } from "#contract/rotations.ts";
import { Badge } from "#web/ui/badge.tsx";
import { type Column, DataTable } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatAmount, formatMoney, Money } from "#web/ui/money.tsx";

const tones = { coming: "plain", open: "waiting", paid_out: "good" } as const;

export function TurnLines({ rotation }: { rotation: Rotation }) {
  const text = useTranslations("rotations.turns");
  return (
    <DataTable
      compact
      caption={text("caption")}
      captionHidden
      columns={useColumns(rotation)}
      rows={rotation.turns}
      rowKey={({ id }) => id}
      empty={null}
    />
  );
}

function useColumns(rotation: Rotation): Column<RotationTurn>[] {
  const text = useTranslations("rotations.turns");
  const standing = new Map(rotation.members.map((each) => [each.member.id, each]));
  const owesOf = ({ receiver }: RotationTurn) => standing.get(receiver.id)?.owes_now ?? 0;
  const paidOf = (turn: RotationTurn) =>
    text("of", { collected: formatAmount(turn.collected), due: formatAmount(turn.due) });
  return [
    {
      key: "number",
      title: text("number"),
      align: "end",
      slot: "elsewhere",
      cell: ({ number }) => number,
    },
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "name",
      cell: (turn) => {
        const { receiver } = turn;
        const hasLeft = (standing.get(receiver.id)?.left ?? null) !== null;
        return (
          <span className="block wrap-anywhere">
            <span className="hidden in-cards:inline">{turn.number}. </span>
            <span className="in-cards:font-semibold">{receiver.full_name}</span>
            {hasLeft && <span className="text-sm text-muted"> ({text("left")})</span>}
            <span className="hidden text-sm text-muted in-cards:block">
              {[
                formatDay(turn.due_on),
                paidOf(turn),
                ...(owesOf(turn) > 0 ? [text("owes", { amount: formatMoney(owesOf(turn)) })] : []),
              ].join(" · ")}
            </span>
          </span>
        );
      },
    },
    {
      key: "day",
      title: text("day"),
      slot: "elsewhere",
      cell: ({ due_on: day }) => formatDay(day),
    },
    { key: "collected", title: text("collected"), align: "end", slot: "elsewhere", cell: paidOf },
    {
      key: "owes",
      title: text("owesNow"),
      align: "end",
      slot: "elsewhere",
      cell: (turn) => <Money amount={owesOf(turn)} bare />,
    },
    {
      key: "state",
      title: text("state"),
      slot: "side",
      cell: ({ state }) => <Badge tone={tones[state]}>{text(`states.${state}`)}</Badge>,
    },
  ];
}
