// What could be paid out by M-PESA: an office proposes it here, with the amount in view.
import { useState } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import { type DuePayout, getDuePayouts, proposePayout } from "#endpoints/mpesa-payouts.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { DataTable } from "#web/ui/data-table.tsx";
import { formatDay } from "#web/ui/day.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";

const pageSize = 5;
const inPage = (page: number) => ({ query: { page, page_size: pageSize } });

export function DuePayouts() {
  const text = useTranslations("payouts.due");
  const [page, setPage] = useState(1);
  const [proposed, setProposed] = useState<DuePayout | null>(null);
  const { data, error, refetch } = useEndpoint(getDuePayouts, inPage(page));
  const what = (item: DuePayout) => item.loan_name ?? text("exit");
  return (
    <section aria-label={text("title")} className="space-y-2">
      <h2 className="text-lg">{text("title")}</h2>
      <p className="text-muted">{text("text")}</p>
      <DataTable
        caption={text("title")}
        captionHidden
        rows={data?.due}
        rowKey={({ kind, id }) => `${kind} ${id}`}
        loading={data === undefined && error === null}
        error={error?.detail}
        onRetry={() => void refetch()}
        empty={<EmptyState drawing="coins" title={text("none")} hint={text("noneHint")} />}
        columns={[
          {
            key: "member",
            title: text("member"),
            cell: ({ member }) => personName(member),
            slot: "lead",
            rowHeader: true,
          },
          { key: "what", title: text("what"), cell: what },
          { key: "day", title: text("approved"), cell: (item) => formatDay(item.approved_on) },
          {
            key: "amount",
            title: text("amount"),
            cell: ({ amount }) => <Money amount={amount} />,
            align: "end",
            slot: "side",
          },
          {
            key: "pay",
            title: text("pay"),
            cell: (item) => (
              <Button
                variant="secondary"
                onClick={() => setProposed(item)}
                aria-label={text("payOf", {
                  amount: formatMoney(item.amount),
                  member: item.member.full_name,
                })}
              >
                {text("pay")}
              </Button>
            ),
            slot: "action",
          },
        ]}
        paging={{ page, pageSize, count: data?.count ?? 0, onPage: setPage }}
      />
      <Propose item={proposed} onDone={() => setProposed(null)} />
    </section>
  );
}

function Propose({ item, onDone }: { item: DuePayout | null; onDone: () => void }) {
  const text = useTranslations("payouts.propose");
  return (
    <Modal open={item !== null} onClose={onDone} title={text("title")}>
      {item !== null && <ProposeForm item={item} onDone={onDone} />}
    </Modal>
  );
}

function ProposeForm({ item, onDone }: { item: DuePayout; onDone: () => void }) {
  const text = useTranslations("payouts.propose");
  const propose = useAction(proposePayout);
  const [refused, setRefused] = useState<string | null>(null);
  const amount = formatMoney(item.amount);
  const submit = async () => {
    const { kind, id } = item;
    const outcome = await propose.run({ body: { kind, id, amount_seen: item.amount } });
    if (outcome.ok) onDone();
    else setRefused(outcome.error.detail);
  };
  return (
    <div className="space-y-4">
      <Money amount={item.amount} size="hero" />
      <p>{unbroken(text("text", { amount, member: personName(item.member) }))}</p>
      {refused !== null && <Alert live tone="bad" title={refused} />}
      <Button busy={propose.busy} onClick={() => void submit()} className="w-full sm:w-auto">
        {text("submit", { amount })}
      </Button>
    </div>
  );
}
