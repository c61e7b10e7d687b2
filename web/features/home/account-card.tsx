import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import { cx } from "#web/ui/cx.ts";
import { formatMonth } from "#web/ui/day.ts";
import { Money } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { AccountValue } from "./account-value.ts";

export type SavingsParts = {
  /** The latest group year with a contribution, and KES paid in it and before it. */
  year: string | null;
  inYear: number;
  earlier: number;
  paidUpTo: PlainDate | null;
};

type AccountCardProps = {
  /** Undefined while loading, as are the parts. */
  account: AccountValue | undefined;
  /** Null if they could not be loaded. */
  parts: SavingsParts | null | undefined;
  /** KES and number of payments of every kind that the offices have not decided yet. */
  waiting: { amount: number; count: number } | null | undefined;
  onOpen: () => void;
  /** Loads the summary before the press. */
  onNear: () => void;
};

const currencyClass = "[&>span]:text-on-forest-muted";

/** The main figure: the member's account value and its parts; pressing it opens the details (SCR-13, REP-6). */
export function AccountCard({ account, parts, waiting, onOpen, onNear }: AccountCardProps) {
  const text = useTranslations("home");
  return (
    <section className="relative rounded-card bg-forest p-4 text-on-forest transition-[filter] hover:brightness-110 sm:p-5 md:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="font-semibold text-on-forest-muted">{text("accountValue")}</h2>
        {/* The whole card is the button's surface. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          onPointerEnter={onNear}
          onFocus={onNear}
          className="-my-2 inline-flex min-h-11 items-center gap-1 text-sm font-semibold underline decoration-on-forest/40 underline-offset-4 after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-brand"
        >
          <span className="max-sm:sr-only">{text("openSummary")}</span>
          <ChevronRight aria-hidden className="size-5 sm:size-4" />
        </button>
      </div>
      <p className="mt-1 border-b border-on-forest/20 pb-3 md:pb-5">
        {account ? (
          <Money
            amount={toKes(account.valueCents)}
            size="hero"
            className={`${currencyClass} lg:[--most:3.5rem]`}
          />
        ) : (
          <Skeleton className="h-[calc(clamp(2rem,1.2rem+4vw,3rem)*1.25)] w-64 max-w-full opacity-30 lg:h-[4.375rem]" />
        )}
      </p>
      <Parts account={account} parts={parts} waiting={waiting} />
    </section>
  );
}

/** What the account value is made of, what waits for the offices, and up to which month contributions are paid. */
function Parts({
  account,
  parts,
  waiting,
}: Pick<AccountCardProps, "account" | "parts" | "waiting">) {
  const text = useTranslations("home");
  return (
    <dl className="mt-3 grid grid-cols-2 md:mt-5 gap-4 xl:grid-cols-4">
      <Part label={text("totalPaid")} note={null}>
        {account && (
          <Money amount={toKes(account.paidCents)} size="part" className={currencyClass} />
        )}
      </Part>
      <Part
        label={text("interestShare")}
        note={
          account
            ? account.share && text("sharePercent", { percent: String(account.share.percent) })
            : undefined
        }
      >
        {account &&
          (account.share ? (
            <Money amount={toKes(account.share.givenCents)} size="part" className={currencyClass} />
          ) : (
            "–"
          ))}
      </Part>
      {/* On a phone the part on what is owed says both in the same view. */}
      <Part
        narrow={false}
        label={text("waiting")}
        note={waiting && text("waitingNote", { count: waiting.count })}
      >
        {waiting === null
          ? "–"
          : waiting && <Money amount={waiting.amount} size="part" className={currencyClass} />}
      </Part>
      <Part narrow={false} label={text("paidUpTo")} note={null}>
        {parts === null
          ? "–"
          : parts && (parts.paidUpTo === null ? text("notYetPaid") : formatMonth(parts.paidUpTo))}
      </Part>
    </dl>
  );
}

type PartProps = {
  label: string;
  /** Null if there is none, undefined while it is unknown. */
  note: string | null | undefined;
  /** Shown on a phone too. */
  narrow?: boolean;
  children: ReactNode;
};

/** Label, figure and note align with those beside them, and keep their lines while they load. */
function Part({ label, note, narrow = true, children }: PartProps) {
  return (
    <div
      className={cx(
        "row-span-3 grid min-w-0 grid-rows-subgrid gap-y-0",
        !narrow && "max-sm:hidden",
      )}
    >
      <dt className="self-end text-sm wrap-anywhere text-on-forest-muted">{label}</dt>
      <dd className="font-semibold tabular-nums sm:text-lg">
        {children ?? <Skeleton className="h-6 w-24 opacity-30 sm:h-[1.6875rem]" />}
      </dd>
      {note !== null && (
        <dd className="text-sm text-on-forest-muted max-sm:hidden">
          {note ?? <Skeleton className="h-[1.3125rem] w-16 opacity-30" />}
        </dd>
      )}
    </div>
  );
}
