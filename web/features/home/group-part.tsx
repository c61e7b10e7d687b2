import { Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { getUserData } from "#contract/members.ts";
import type { Reconciliation } from "#contract/reconciliation.ts";
import { cx } from "#web/ui/cx.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatMoment } from "#web/ui/day.ts";
import { Money, sumKes } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type GroupSavingsProps = {
  /** Balances of the assets in KES, without those at zero; undefined while loading. */
  balances: Record<string, number> | undefined;
  /** KES that the funds hold. */
  ofFunds: number;
  /** Members who share in the interest; undefined while loading. */
  activeMembers: number | undefined;
  /** Undefined while loading, and if it could not be loaded. */
  reconciled: Reconciliation | undefined;
  error: string | undefined;
  onRetry: () => void;
};

/** Group Savings: the bank balance plus interest receivable (REP-7), and how many members share. */
export function GroupSavings(props: GroupSavingsProps) {
  const { balances, ofFunds, activeMembers, reconciled, error, onRetry } = props;
  const text = useTranslations("home");
  if (error !== undefined)
    return (
      <Card title={text("groupSavings")}>
        <LoadProblem detail={error} onRetry={onRetry} />
      </Card>
    );
  const bank = balances?.["bank"] ?? 0;
  const interest = balances?.["interest_receivable"] ?? 0;
  const cash = balances?.["cash"] ?? 0;
  const waiting = <Skeleton className="ms-auto h-6 w-32" />;
  return (
    <Card title={text("groupSavings")}>
      <p className="mb-2">
        {balances ? (
          <Money amount={sumKes([bank, interest])} size="large" />
        ) : (
          <Skeleton className="h-8 w-44" />
        )}
      </p>
      <Facts
        facts={[
          {
            label: text("bankBalance"),
            value: balances ? <Posted account="bank" amount={bank} /> : waiting,
          },
          {
            label: text("interestReceivable"),
            value: balances ? <Posted account="interest_receivable" amount={interest} /> : waiting,
          },
          // Not among the group's savings until it is in the bank (CASH-1).
          ...(cash === 0 ? [] : [{ label: text("cashAtHand"), value: <AtHand amount={cash} /> }]),
          // It is lent and spent nowhere else (FUND-2).
          ...(ofFunds === 0
            ? []
            : [{ label: text("ofFunds"), value: <OfFunds amount={ofFunds} /> }]),
          { label: text("membersSharing"), value: activeMembers ?? waiting },
        ]}
      />
      <Reconciled reconciled={reconciled} />
    </Card>
  );
}

/** What is to be explained between books and bank, the largest first, and up to which day both offices agree (STAT-37). */
function Reconciled({ reconciled: data }: Pick<GroupSavingsProps, "reconciled">) {
  const open = data?.unexplained.slice(0, 3) ?? [];
  const sentences = data?.agreed == null ? open : [...open, data.agreed];
  if (sentences.length === 0) return null;
  return (
    <Link
      to="/dashboard/accounting/reconciliation"
      className="mt-3 block space-y-1 border-t border-line pt-3 text-sm underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {sentences.map((sentence, index) => (
        <span key={sentence} className={cx("block", index < open.length && "font-semibold")}>
          {sentence}
        </span>
      ))}
    </Link>
  );
}

/** Links to its postings (REP-14). */
function Posted({ account, amount }: { account: "bank" | "interest_receivable"; amount: number }) {
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{ account }}
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <Money amount={amount} />
    </Link>
  );
}

/** Links to who counted it, and since when it is there (CASH-3). */
function AtHand({ amount }: { amount: number }) {
  return (
    <Link
      to="/dashboard/accounting/cash"
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <Money amount={amount} />
    </Link>
  );
}

/** Links to what each fund holds (FUND-1). */
function OfFunds({ amount }: { amount: number }) {
  return (
    <Link
      to="/dashboard/accounting/funds"
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      <Money amount={amount} />
    </Link>
  );
}

const ways = [
  { to: "/dashboard/accounting/entries", name: "journal" },
  { to: "/dashboard/accounting/statements/lines", name: "statementLines" },
  { to: "/dashboard/accounting/reconciliation", name: "reconciliation" },
] as const;

/**
 * An official's links from home into the books: any entry is two presses away (REP-16). They send no requests,
 * because home sends enough: the number of open lines comes with the member (STAT-19).
 */
export function BooksLinks({ openLines }: { openLines: number | undefined }) {
  const text = useTranslations("home.books");
  return (
    <Card title={text("title")} className="[&>header]:mb-1">
      <ul className="divide-y divide-line">
        {ways.map(({ to, name }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center justify-between gap-3 font-semibold hover:bg-sunken"
            >
              <span>
                {text(name)}
                {name === "statementLines" && openLines !== undefined && ` (${openLines})`}
              </span>
              <ChevronRight aria-hidden className="size-5 flex-none text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Names the auditors, while a seat lasts (MEM-42). */
export function AuditorsNote({ auditors = [] }: Pick<ReplyOf<typeof getUserData>, "auditors">) {
  const text = useTranslations("home");
  return auditors.map(({ name, expires_at }) => (
    <Alert key={`${name} ${expires_at}`} tone="note">
      {text("auditor", { name, date: formatMoment(expires_at) })}
    </Alert>
  ));
}
