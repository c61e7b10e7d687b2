import { useDeferredValue, useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getOpeningMembers, type Opening } from "#endpoints/opening.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge, type Tone } from "#web/ui/badge.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay, formatMomentAndTime, formatMonth } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { TextField } from "#web/ui/field.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** The totals of a proposed or accepted sheet, with the difference and its reason if there is one. */
export function OpeningFacts({ opening }: { opening: Opening }) {
  const text = useTranslations("opening.one");
  const about = useTranslations("opening.difference");
  const { offices } = useUiTexts();
  const { proposed, accepted, difference, difference_reason: reason } = opening;
  return (
    <div className="space-y-4">
      <div>
        <p className="text-sm text-muted">{text("savings")}</p>
        <Money amount={opening.total_savings} size="large" />
      </div>
      {difference !== 0 && (
        <Alert
          tone="waiting"
          title={about("accept", { amount: formatMoney(Math.abs(difference)) })}
        >
          <p>
            {about(difference > 0 ? "debitMore" : "creditMore", {
              amount: formatMoney(Math.abs(difference)),
            })}
          </p>
          {reason !== null && (
            <p className="mt-1 font-semibold wrap-anywhere">{about("reason", { reason })}</p>
          )}
        </Alert>
      )}
      <Facts
        facts={[
          { label: text("day"), value: formatDay(opening.date) },
          { label: text("members"), value: opening.members },
          { label: text("loans"), value: opening.loans },
          ...(opening.own_sheet === null
            ? []
            : [{ label: text("ownSheet"), value: opening.own_sheet }]),
          {
            label: text("proposedBy"),
            value: text("by", {
              name: proposed.by.full_name,
              moment: formatMomentAndTime(proposed.at),
            }),
          },
          ...(accepted === null
            ? []
            : [
                {
                  label: text("acceptedBy"),
                  value: text("byOffice", {
                    office: offices[accepted.office],
                    name: accepted.by.full_name,
                    moment: formatMomentAndTime(accepted.at),
                  }),
                },
              ]),
        ]}
      />
    </div>
  );
}

const PAGE_SIZE = 20;
const amounts = ["savings", "loans", "fines"] as const;
type Line = ReplyOf<typeof getOpeningMembers>["members"][number];

/** The sheet's figures for each member, to compare with the group's own book before accepting it (OPEN-31). */
export function MembersOfSheet({ opening }: { opening: Pick<Opening, "id"> }) {
  const text = useTranslations("opening.lines");
  const [page, setPage] = useState(1);
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim());
  const found = useEndpoint(getOpeningMembers, {
    params: { id: opening.id },
    query: { search, page, page_size: PAGE_SIZE },
  });
  return (
    <Card title={text("title")}>
      <div className="space-y-4">
        <p className="max-w-prose text-muted">{text("text")}</p>
        <TextField
          className="max-w-xs"
          type="search"
          optional
          label={text("find")}
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
        <DataTable
          caption={text("title")}
          captionHidden
          rows={found.data?.members}
          rowKey={({ reg_number }) => reg_number}
          loading={found.isPending}
          error={found.error?.detail}
          onRetry={() => void found.refetch()}
          empty={<EmptyState drawing="people" title={text("none")} hint={text("noneHint")} />}
          paging={{ page, pageSize: PAGE_SIZE, count: found.data?.count ?? 0, onPage: setPage }}
          columns={[
            {
              key: "member",
              title: text("member"),
              slot: "lead",
              rowHeader: true,
              cell: ({ name, reg_number }) => (
                <span className="wrap-anywhere">
                  {name} <Code className="font-normal text-muted">{reg_number}</Code>
                </span>
              ),
            },
            {
              key: "paidUpTo",
              title: text("paidUpTo"),
              cell: ({ paid_up_to }) => formatMonth(paid_up_to),
            },
            ...amounts.map((name) => ({
              key: name,
              title: text(name),
              align: "end" as const,
              ...(name === "savings" ? { slot: "side" as const } : {}),
              cell: (row: Line) => <Money amount={row[name]} bare />,
            })),
          ]}
        />
      </div>
    </Card>
  );
}

const OPENINGS_SHOWN = 10;

const tones: Record<Opening["status"], Tone> = {
  proposed: "waiting",
  accepted: "good",
  refused: "bad",
  taken_back: "plain",
};

/** Who accepted, refused or took back a sheet, and why. */
function Ends({ opening }: { opening: Opening }) {
  const by = useTranslations("opening.one");
  const { offices } = useUiTexts();
  const ends = endsOf(opening);
  return (
    <span className="block min-w-40 wrap-anywhere">
      {ends.length === 0 && <span data-blank>–</span>}
      {ends.map(({ office, by: who, at, reason }) => (
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
  );
}

/** Every proposed sheet, newest first, and its outcome. */
export function OpeningsHistory({ openings }: { openings: readonly Opening[] }) {
  const text = useTranslations("opening.history");
  const by = useTranslations("opening.one");
  const [page, setPage] = useState(1);
  return (
    <Card title={text("title")}>
      <DataTable
        caption={text("title")}
        captionHidden
        rows={openings.slice((page - 1) * OPENINGS_SHOWN, page * OPENINGS_SHOWN)}
        rowKey={({ id }) => id}
        empty={<p>{text("none")}</p>}
        paging={{ page, pageSize: OPENINGS_SHOWN, count: openings.length, onPage: setPage }}
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
            cell: (opening) => <Ends opening={opening} />,
          },
        ]}
      />
    </Card>
  );
}

function endsOf({ accepted, refused, taken_back }: Opening) {
  return [accepted, refused, ...taken_back].filter((each) => each !== null);
}
