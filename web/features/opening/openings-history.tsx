import { useState } from "react";
import { useTranslations } from "use-intl";
import type { Opening } from "#contract/opening.ts";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

const PAGE_SIZE = 10;

const tones: Record<Opening["status"], Tone> = {
  proposed: "waiting",
  accepted: "good",
  refused: "bad",
  taken_back: "plain",
};

/** Every proposed sheet, newest first, and its outcome. */
export function OpeningsHistory({ openings }: { openings: readonly Opening[] }) {
  const text = useTranslations("opening.history");
  const by = useTranslations("opening.one");
  const { offices } = useUiTexts();
  const [page, setPage] = useState(1);
  return (
    <Card title={text("title")}>
      <DataTable
        caption={text("title")}
        captionHidden
        rows={openings.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        rowKey={({ id }) => id}
        empty={<p>{text("none")}</p>}
        paging={{ page, pageSize: PAGE_SIZE, count: openings.length, onPage: setPage }}
        columns={[
          {
            key: "day",
            title: text("day"),
            slot: "lead",
            rowHeader: true,
            cell: ({ date }) => formatDay(date),
          },
          {
            key: "state",
            title: text("state"),
            slot: "side",
            cell: ({ status }) => <Badge tone={tones[status]}>{text(`states.${status}`)}</Badge>,
          },
          { key: "members", title: text("members"), cell: ({ members }) => members },
          {
            key: "savings",
            title: text("savings"),
            align: "end",
            cell: ({ total_savings }) => <Money amount={total_savings} />,
          },
          {
            key: "proposed",
            title: text("proposed"),
            cell: ({ proposed }) => (
              <span className="block wrap-anywhere">
                {by("by", {
                  name: proposed.by.full_name,
                  moment: formatMomentAndTime(proposed.at),
                })}
              </span>
            ),
          },
          {
            key: "ended",
            title: text("ended"),
            cell: (opening) => (
              <span className="block min-w-40 wrap-anywhere">
                {endsOf(opening).length === 0 && <span data-blank>–</span>}
                {endsOf(opening).map(({ office, by: who, at, reason }) => (
                  <span key={office + at} className="block">
                    {by("byOffice", {
                      office: offices[office],
                      name: who.full_name,
                      moment: formatMomentAndTime(at),
                    })}
                    {reason !== null && <span className="block text-sm text-muted">{reason}</span>}
                  </span>
                ))}
              </span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function endsOf({ accepted, refused, taken_back }: Opening) {
  return [accepted, refused, ...taken_back].filter((each) => each !== null);
}
