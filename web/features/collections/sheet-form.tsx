// The collection sheet by thumb: a member at a time, then the count beside it, then both are sent (CASH-5).
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { type Cents, formatKes, toKes } from "#domain/money.ts";
import { personName } from "#domain/members/person-name.ts";
import type { ApiError } from "#web/api/call.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { MoneyField } from "#web/ui/money-field.tsx";
import { CountPart } from "./count-part.tsx";
import {
  asOwed,
  blankRow,
  rowCents,
  rowsToSend,
  type SentRow,
  sheetCents,
  type SheetRow,
  type TypedRow,
  type TypedSheet,
} from "./sheet.ts";

export type SheetBody = {
  rows: readonly SentRow[];
  counted: string;
  difference_reason?: string;
};

type SheetFormProps = {
  meetingId: number;
  sheet: readonly SheetRow[];
  /** A sheet that was rejected, to be put right. */
  before: TypedSheet | null;
  /** Resolves with the server's refusal; null if it was sent, or waits for the network. */
  send: (body: SheetBody) => Promise<ApiError | null>;
  onDone: () => void;
};

/** Sheets that were closed before they were sent, until the page is left. */
const drafts = new Map<number, TypedSheet>();

export function SheetForm({ meetingId, sheet, before, send, onDone }: SheetFormProps) {
  const text = useTranslations("collections");
  const [typed, setTyped] = useState<TypedSheet>(before ?? drafts.get(meetingId) ?? new Map());
  const [at, setAt] = useState<number | "count">(0);
  const [faults, setFaults] = useState<ReadonlyMap<number, string>>(new Map());
  const isSent = useRef(false);
  useUnsaved(typed.size > 0);
  useEffect(() => {
    if (!isSent.current) drafts.set(meetingId, typed);
  }, [meetingId, typed]);
  const totalCents = sheetCents(typed);
  const nameOf = (id: number) => {
    const row = sheet.find(({ member }) => member.id === id);
    return row === undefined ? "–" : personName(row.member);
  };

  const submit = async (count: Omit<SheetBody, "rows">): Promise<ApiError | null> => {
    const error = await send({ rows: rowsToSend(typed), ...count });
    if (error === null) {
      isSent.current = true;
      drafts.delete(meetingId);
      onDone();
    } else setFaults(faultsIn(error));
    return error;
  };

  if (at === "count")
    return (
      <CountPart
        lines={[...typed].flatMap(([id, row]) => {
          const cents = rowCents(row);
          return cents === 0n ? [] : [{ id, name: nameOf(id), cents, fault: faults.get(id) }];
        })}
        totalCents={totalCents}
        onOpen={(id) => setAt(sheet.findIndex(({ member }) => member.id === id))}
        onBack={() => setAt(0)}
        send={submit}
      />
    );

  const row = sheet[at];
  if (row === undefined) return <p>{text("nobody")}</p>;
  const { id } = row.member;
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label={text("member", { number: String(at + 1), count: String(sheet.length) })}
        value={String(at)}
        onChange={({ target }) => setAt(Number(target.value))}
        options={sheet.map(({ member }, index) => {
          const cents = rowCents(typed.get(member.id) ?? blankRow(row));
          const name = personName(member);
          return {
            value: String(index),
            label: cents === null || cents === 0n ? name : `${name}: ${formatKes(cents)}`,
          };
        })}
      />
      {faults.has(id) && <Alert live tone="bad" title={faults.get(id) ?? ""} />}
      <MemberFields
        key={id}
        row={row}
        typed={typed.get(id) ?? blankRow(row)}
        onType={(next) => setTyped(new Map(typed).set(id, next))}
      />
      <Keys
        totalCents={totalCents}
        people={rowsToSend(typed).length}
        onBefore={at === 0 ? null : () => setAt(at - 1)}
        onNext={at === sheet.length - 1 ? null : () => setAt(at + 1)}
        onCount={() => setAt("count")}
      />
    </div>
  );
}

/** What is wrong with rows, by member. */
function faultsIn({ facts }: ApiError): ReadonlyMap<number, string> {
  const rows = (facts["rows"] ?? []) as readonly { member_id: number; detail: string }[];
  return new Map(rows.map(({ member_id: id, detail }) => [id, detail]));
}

type MemberFieldsProps = { row: SheetRow; typed: TypedRow; onType: (typed: TypedRow) => void };

/** What is owed stands under each figure; nothing is filled unasked. */
function MemberFields({ row, typed, onType }: MemberFieldsProps) {
  const text = useTranslations("collections");
  const owed = asOwed(row);
  const owedCents = rowCents(owed) ?? 0n;
  const dueHelp = (amount: number) => text("owed", { amount: formatMoney(amount) });
  return (
    <>
      <Button
        variant="secondary"
        className="self-start"
        disabled={owedCents === 0n}
        onClick={() => onType(owed)}
      >
        {text("asOwed", { amount: formatKes(owedCents) })}
      </Button>
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          label={text("contributionFor", { month: formatMonth(typed.month) })}
          help={dueHelp(row.contribution.amount)}
          value={typed.contribution}
          onValueChange={(contribution) => onType({ ...typed, contribution })}
        />
        <MoneyField
          label={text("fines")}
          help={dueHelp(row.fines)}
          value={typed.fines}
          onValueChange={(fines) => onType({ ...typed, fines })}
        />
        {row.loans.map(({ loan_id: id, loan_name: name, balance, due }) => (
          <MoneyField
            key={`loan ${id}`}
            label={name}
            help={text("ofLoan", { due: formatMoney(due), left: formatMoney(balance) })}
            value={typed.loans[id] ?? ""}
            onValueChange={(paid) => onType({ ...typed, loans: { ...typed.loans, [id]: paid } })}
          />
        ))}
        {row.funds.map(({ fund_id: id, name, owed: due }) => (
          <MoneyField
            key={`fund ${id}`}
            label={name}
            help={dueHelp(due)}
            value={typed.funds[id] ?? ""}
            onValueChange={(paid) => onType({ ...typed, funds: { ...typed.funds, [id]: paid } })}
          />
        ))}
      </div>
    </>
  );
}

type KeysProps = {
  totalCents: Cents | null;
  people: number;
  /** Null at the first, and at the last. */
  onBefore: (() => void) | null;
  onNext: (() => void) | null;
  onCount: () => void;
};

/** The running total stays in sight above the keys. */
function Keys({ totalCents, people, onBefore, onNext, onCount }: KeysProps) {
  const text = useTranslations("collections");
  return (
    <div className="sticky bottom-0 border-t border-line bg-card pt-3">
      <p aria-live="polite" className="mb-2 flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{text("soFar", { count: people })}</span>
        {totalCents === null ? (
          <span className="text-bad">{text("unreadable")}</span>
        ) : (
          <Money amount={toKes(totalCents)} className="text-lg font-bold" />
        )}
      </p>
      <div className="flex gap-2">
        <Button
          variant="secondary"
          className="flex-1"
          disabled={onBefore === null}
          onClick={() => onBefore?.()}
        >
          {text("before")}
        </Button>
        <Button
          variant="secondary"
          className="flex-1"
          disabled={onNext === null}
          onClick={() => onNext?.()}
        >
          {text("next")}
        </Button>
        <Button
          className="flex-1"
          disabled={totalCents === null || totalCents === 0n}
          onClick={onCount}
        >
          {text("toCount")}
        </Button>
      </div>
    </div>
  );
}
