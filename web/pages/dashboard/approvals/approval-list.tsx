import {
  CONTRIBUTION,
  FINE_PAYMENT,
  FUND_PAYMENT,
  isPaymentKind,
  LOAN_PAYMENT,
  ROTATION_PAYMENT,
} from "#domain/payments/payment-kinds.ts";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { EvidenceState } from "#contract/approvals.ts";
import { getSettings } from "#endpoints/group.ts";
import { folded, foldedName } from "#domain/folding.ts";
import { officeOf } from "#domain/permissions.ts";
import { nameWordsIn, spellingsOf } from "#domain/search-terms.ts";
import { ApproveTicked } from "#web/features/approvals/approve-ticked.tsx";
import {
  evidenceStates,
  kinds,
  type Waiting,
  type ApprovalKind,
} from "#web/features/approvals/waiting-kinds.tsx";
import { WaitingTable } from "#web/features/approvals/waiting-table.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { SelectField, TextField } from "#web/ui/field.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const Decision = onDemand(
  "decision",
  async () => (await import("#web/features/approvals/decision-form.tsx")).Decision,
);

export const ApproveMonthlyContributionsPage = approvalPage(CONTRIBUTION);
export const ApproveLoanApplicationsPage = approvalPage("loan_application");
export const ApproveLoanPaymentsPage = approvalPage(LOAN_PAYMENT);
export const ApproveFinePaymentsPage = approvalPage(FINE_PAYMENT);
export const ApproveRotationPaymentsPage = approvalPage(ROTATION_PAYMENT);
export const ApproveFundPaymentsPage = approvalPage(FUND_PAYMENT);

function approvalPage(kind: ApprovalKind) {
  const { needs, list } = kinds[kind];
  function ApprovalPage() {
    return (
      <OfficeOnly needs={needs} who="approvers">
        <ApprovalList kind={kind} />
      </OfficeOnly>
    );
  }
  ApprovalPage.loader = ((prefetch, { may }) => {
    if (!may(needs)) return;
    prefetch(list);
    if (isPaymentKind(kind)) prefetch(getSettings);
  }) satisfies PageLoader;
  return ApprovalPage;
}

/** One request approves at most this many items (PAY-18). */
const MOST = 200;

/** The items of one kind that wait for the official, to approve together or to decide on one by one in a dialog. */
function ApprovalList({ kind }: { kind: ApprovalKind }) {
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const office = officeOf(actor);
  const { items, error, refetch } = kinds[kind].useWaiting();
  const [decidingOn, setDecidingOn] = useState<number | null>(null);
  const [marks, setMarks] = useState<ReadonlySet<number>>(new Set());
  const [filter, setFilter] = useState<Filter>({ search: "", order: "newest", wanted: "" });
  const { search, order, wanted } = filter;
  useDashboardTitle(text(`${kind}.title`));

  const shown =
    items &&
    sorted(
      items.filter(
        (item) => isFound(item, search) && (wanted === "" || item.evidence?.state === wanted),
      ),
      order,
    );
  const blocked = kinds[kind].newerFirst
    ? withNewerAmong(items ?? [], (newer) => !marks.has(newer.id))
    : new Set<number>();
  const open = kinds[kind].newerFirst ? withNewerAmong(items ?? [], () => true) : new Set<number>();
  // In the order of the list, so that a member's newer item is approved first.
  const ticked = (items ?? []).filter(({ id }) => marks.has(id) && !blocked.has(id));
  const tickable = (shown ?? []).slice(0, MOST);
  const isAll = tickable.length > 0 && tickable.every(({ id }) => marks.has(id));
  const at = shown?.findIndex(({ id }) => id === decidingOn) ?? -1;
  const chosen = items?.find(({ id }) => id === decidingOn);
  const step = (to: number) => {
    const next = shown?.[to];
    return at < 0 || next === undefined ? undefined : () => setDecidingOn(next.id);
  };
  const tick = (ids: readonly number[], isTicked: boolean) => {
    const rest = [...marks].filter((id) => !ids.includes(id));
    setMarks(new Set(isTicked ? [...rest, ...ids].slice(-MOST) : rest));
  };
  // A loan is decided by itself (PAY-18).
  const isMany = isPaymentKind(kind);
  const settings = useEndpoint(getSettings, { enabled: isMany });
  const of = (state: EvidenceState) =>
    (items ?? []).filter(({ evidence }) => evidence?.state === state);
  // A contested payment is decided by itself (STAT-62).
  const confirmed = of("confirmed")
    .filter(({ reference }) => reference?.contested === undefined)
    .slice(0, MOST);

  return (
    <>
      <BackLink to="/dashboard/approvals">{text("back")}</BackLink>
      <PageHeader title={text(`${kind}.title`)} />
      {/* Shown while loading too, so that the list below does not move later. */}
      {(items === undefined || items.length > 0) && (
        <div className="mb-4 space-y-2 md:space-y-3">
          <Filters
            chosen={filter}
            onChange={setFilter}
            // Without any statement there is no evidence to filter by.
            counts={
              isMany && (items ?? []).length > of("none").length
                ? (state) => of(state).length
                : null
            }
          />
          {isMany && (
            <TickMany
              isAll={isAll}
              count={tickable.length}
              onTickAll={(isTicked) =>
                tick(
                  tickable.map(({ id }) => id),
                  isTicked,
                )
              }
              confirmed={confirmed.length}
              onTickConfirmed={() => setMarks(new Set(confirmed.map(({ id }) => id)))}
            />
          )}
        </div>
      )}
      <WaitingTable
        // On a phone the button above takes a new row when the items arrive. A new key redraws the table with it, so
        // that nothing visible moves.
        key={items === undefined ? "waits" : "known"}
        kind={kind}
        callerId={actor.id}
        items={shown}
        office={office}
        error={error?.detail}
        onRetry={() => void refetch()}
        onDecide={({ id }) => setDecidingOn(id)}
        ticked={marks}
        tickBlocked={blocked}
        blocked={open}
        onTick={isMany ? ({ id }, isTicked) => tick([id], isTicked) : undefined}
      />
      {isMany && (
        <ApproveTicked
          kind={kind}
          ticked={ticked}
          unseen={ticked.filter((item) => !shown?.includes(item)).length}
          office={office}
          asksForEvidence={settings.data?.require_evidence ?? false}
          onApproved={() => setMarks(new Set())}
        />
      )}
      <Modal
        open={chosen !== undefined}
        onClose={() => setDecidingOn(null)}
        title={text(`${kind}.dialog`)}
      >
        {chosen && (
          <Decision
            key={chosen.id}
            kind={kind}
            item={chosen}
            callerId={actor.id}
            office={office}
            onDecided={() => setDecidingOn(null)}
            onPrevious={step(at - 1)}
            onNext={step(at + 1)}
          />
        )}
      </Modal>
    </>
  );
}

type Filter = { search: string; order: Order; wanted: EvidenceState | "" };

type FiltersProps = {
  chosen: Filter;
  onChange: (chosen: Filter) => void;
  /** How many items have this evidence; null without any statement. */
  counts: ((state: EvidenceState) => number) | null;
};

function Filters({ chosen, onChange, counts }: FiltersProps) {
  const text = useTranslations("approvals");
  return (
    <div className="grid grid-cols-2 items-end gap-x-3 gap-y-2 md:flex">
      <TextField
        className="max-md:col-span-2 md:min-w-0 md:flex-1"
        label={text("search")}
        type="search"
        placeholder={text("searchPlaceholder")}
        value={chosen.search}
        onChange={(event) => onChange({ ...chosen, search: event.target.value })}
      />
      <SelectField
        className="md:w-40"
        label={text("sort")}
        value={chosen.order}
        onChange={(event) => onChange({ ...chosen, order: event.target.value as Order })}
        options={orders.map((value) => ({ value, label: text(`order.${value}`) }))}
      />
      {counts !== null && (
        <SelectField
          className="md:w-56"
          label={text("evidenceFilter")}
          value={chosen.wanted}
          onChange={(event) =>
            onChange({ ...chosen, wanted: event.target.value as EvidenceState | "" })
          }
          options={[
            { value: "", label: text("evidenceAll") },
            ...evidenceStates.map((state) => ({
              value: state,
              label: text("evidenceOf", {
                state: text(`evidence.${state}`),
                count: String(counts(state)),
              }),
            })),
          ]}
        />
      )}
    </div>
  );
}

type TickManyProps = {
  isAll: boolean;
  /** How many `onTickAll` ticks. */
  count: number;
  onTickAll: (isTicked: boolean) => void;
  /** How many the statements confirm. */
  confirmed: number;
  onTickConfirmed: () => void;
};

function TickMany({ isAll, count, onTickAll, confirmed, onTickConfirmed }: TickManyProps) {
  const text = useTranslations("approvals");
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <label className="flex min-h-11 items-center gap-3 font-semibold">
        <input
          type="checkbox"
          className="size-5 flex-none accent-brand"
          checked={isAll}
          onChange={(event) => onTickAll(event.target.checked)}
        />
        {text("tickAll", { count: String(count) })}
      </label>
      {confirmed > 0 && (
        <Button
          variant="secondary"
          icon={<CircleCheck aria-hidden />}
          className="max-md:w-full"
          onClick={onTickConfirmed}
        >
          {text("tickConfirmed", { count: String(confirmed) })}
        </Button>
      )}
    </div>
  );
}

const orders = ["newest", "name", "amount"] as const;
type Order = (typeof orders)[number];

function sorted(items: readonly Waiting[], order: Order): Waiting[] {
  if (order === "name")
    return items.toSorted((one, other) =>
      one.member.full_name.localeCompare(other.member.full_name),
    );
  return order === "amount"
    ? items.toSorted((one, other) => other.amount - one.amount)
    : [...items];
}

/** Whether each word of the search is in the name, registration number, reference, purpose or amount. */
function isFound(item: Waiting, search: string): boolean {
  const { member, reference, amount, what } = item;
  const words = [
    member.full_name,
    member.reg_number,
    reference?.payment_Reference_Code,
    what,
    amount.toFixed(2),
  ];
  const all = `${folded(words.join(" "))} ${foldedName(member.full_name)}`;
  return nameWordsIn(search).every((word) =>
    spellingsOf(word).some((each) => all.includes(each.replaceAll(",", ""))),
  );
}

/**
 * SCR-18: the items whose member has a newer item in the list for which `counts` is true. Items that this office has
 * decided on block no others.
 */
function withNewerAmong(
  items: readonly Waiting[],
  counts: (newer: Waiting) => boolean,
): ReadonlySet<number> {
  const newest = new Map<number, number>();
  for (const item of items)
    if (counts(item))
      newest.set(item.member.id, Math.max(newest.get(item.member.id) ?? 0, item.id));
  return new Set(
    items.flatMap(({ id, member }) => ((newest.get(member.id) ?? 0) > id ? [id] : [])),
  );
}
