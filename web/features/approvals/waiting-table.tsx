import { useTranslations } from "use-intl";
import type { Evidence } from "#contract/approvals.ts";
import type { Office } from "#domain/permissions.ts";
import { StatusBadge, Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Code } from "#web/ui/code.tsx";
import { DataTable, type Column } from "#web/ui/data-table.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import {
  evidenceLooks,
  isSecond,
  kinds,
  otherOffice,
  ReferenceNote,
  type Waiting,
  type ApprovalKind,
} from "./waiting-kinds.tsx";

type WaitingTableProps = {
  kind: ApprovalKind;
  /** Who decides. */
  callerId: number;
  items: readonly Waiting[] | undefined;
  office: Office | null;
  error: string | undefined;
  onRetry: () => void;
  onDecide: (item: Waiting) => void;
  /**
   * By id: the ticked ones, those whose member has a newer one to be decided first (SCR-18), and of these the ones
   * whose newer one is not ticked.
   */
  ticked: ReadonlySet<number>;
  blocked: ReadonlySet<number>;
  tickBlocked: ReadonlySet<number>;
  /** Undefined where items are decided one by one. */
  onTick: ((item: Waiting, isTicked: boolean) => void) | undefined;
};

/**
 * The items that wait for the official, with a button to decide on each (SCR-17): on a phone the name first, two rows
 * a card.
 */
export function WaitingTable(props: WaitingTableProps) {
  const {
    kind,
    items,
    office,
    callerId,
    error,
    onRetry,
    onDecide,
    ticked,
    blocked,
    tickBlocked,
    onTick,
  } = props;
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const { own, none, noneHint } = kinds[kind].texts(text);
  const tick: Column<Waiting> = {
    key: "tick",
    title: text("tick"),
    slot: "tick",
    cell: (item) => (
      <label className="flex size-11 items-center justify-center">
        <input
          type="checkbox"
          className="size-5 accent-brand"
          checked={ticked.has(item.id) && !tickBlocked.has(item.id)}
          disabled={tickBlocked.has(item.id)}
          aria-label={text("tickOne", {
            member: item.member.full_name,
            amount: formatMoney(item.amount),
          })}
          onChange={(event) => onTick?.(item, event.target.checked)}
        />
      </label>
    ),
  };
  const columns: readonly Column<Waiting>[] = [
    ...(onTick === undefined ? [] : [tick]),
    {
      key: "member",
      title: text("member"),
      rowHeader: true,
      slot: "name",
      cell: (item) => (
        <span className="block wrap-anywhere">
          <span className="block font-semibold">{item.member.full_name}</span>
          <span className="block text-sm text-muted">
            <Code>{item.member.reg_number}</Code>
          </span>
          {item.member.id === callerId ? (
            <Badge tone="note">{own}</Badge>
          ) : (
            item.own_item && (
              <span className="block text-sm text-waiting">
                {text("ownDecided", { office: offices[otherOffice(item, office)] })}
              </span>
            )
          )}
        </span>
      ),
    },
    {
      key: "what",
      title: text(kinds[kind].head),
      slot: "detail",
      cell: (item) => (
        <span className="block in-cards:text-sm">
          <span className="in-cards:me-1 in-rows:block">{item.what}</span>
          {item.when !== "" && (
            <span className="text-sm text-muted in-rows:block">{item.when}</span>
          )}
          {item.reference !== null && (
            <span className="block text-sm">
              <ReferenceNote payment={item.reference} />
            </span>
          )}
          {item.evidence !== null && <EvidenceMark evidence={item.evidence} />}
          {blocked.has(item.id) && (
            <span id={`blocked-${item.id}`} className="block text-sm text-muted">
              {text("newerPending")}
            </span>
          )}
        </span>
      ),
    },
    ...kinds[kind].columns(text),
    {
      key: "amount",
      title: text("amount"),
      align: "end",
      slot: "side",
      cell: (item) => (
        <span className="block text-end">
          <Money amount={item.amount} className="block font-semibold" />
          <OtherVerdict item={item} office={office} />
        </span>
      ),
    },
    {
      key: "decide",
      title: text("action"),
      slot: "button",
      cell: (item) => (
        <Decide item={item} isBlocked={blocked.has(item.id)} onPress={() => onDecide(item)} />
      ),
    },
  ];
  return (
    <DataTable
      caption={text(`${kind}.caption`)}
      captionHidden
      columns={columns}
      rows={items}
      rowKey={({ id }) => id}
      loading={items === undefined}
      error={error}
      onRetry={onRetry}
      empty={<EmptyState drawing="approvals" title={none} hint={noneHint} />}
    />
  );
}

/** An approval by one office says what still waits: alone it would read as if the money were in (PAY-10). */
function OtherVerdict({ item, office }: { item: Waiting; office: Office | null }) {
  const text = useTranslations("approvals");
  const { offices } = useUiTexts();
  const other = otherOffice(item, office);
  if (isSecond(item, office))
    return (
      <span className="block max-w-44 text-sm font-semibold text-waiting in-rows:ms-auto">
        {text("waitsForSecond", {
          done: offices[other],
          other: offices[other === "Treasurer" ? "Sec-Gen" : "Treasurer"],
        })}
      </span>
    );
  return (
    <>
      <span className="sr-only">{text("otherOffice")}</span>
      <StatusBadge status="pending" />
    </>
  );
}

/** In a row: a word if the statements agree, otherwise the difference. */
function EvidenceMark({ evidence }: { evidence: Evidence }) {
  const text = useTranslations("approvals");
  const { state, reason } = evidence;
  const { Icon, colour } = evidenceLooks[state];
  return (
    <span className={`mt-0.5 flex items-start gap-1.5 text-sm ${colour}`}>
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">
        {state === "differs" ? unbroken(reason) : text(`evidence.${state}`)}
      </span>
    </span>
  );
}

type DecideProps = { item: Waiting; isBlocked: boolean; onPress: () => void };

function Decide({ item, isBlocked, onPress }: DecideProps) {
  const text = useTranslations("approvals");
  return (
    <span className="block in-rows:w-36">
      <Button
        variant="secondary"
        disabled={isBlocked}
        aria-describedby={isBlocked ? `blocked-${item.id}` : undefined}
        onClick={onPress}
        className="w-full px-2! text-sm whitespace-nowrap"
      >
        {text("decide")}
        <span className="sr-only">{` ${item.member.full_name}`}</span>
      </Button>
    </span>
  );
}
