// What a statement line becomes: a payment in a member's name, a journal entry, or the match of a payment with
// another amount.
import {
  type CollectedKind,
  collectedKinds,
  CONTRIBUTION,
  FUND_PAYMENT,
  usualKinds,
} from "#domain/payments/payment-kinds.ts";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { User } from "#contract/members.ts";
import { getFunds } from "#endpoints/funds.ts";
import {
  recordLine,
  type StatementLine,
  bookLines,
  matchLine,
  unmatchLine,
} from "#endpoints/statement-lines.ts";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";

type RecordFields = { member_id: string; kind: CollectedKind; fund_id: string };

type RecordLineFormProps = {
  line: StatementLine;
  members: readonly User[];
  onRecorded: () => void;
};

/** A line that nobody claimed becomes a payment in a member's name (STAT-16). */
export function RecordLineForm({ line, members, onRecorded }: RecordLineFormProps) {
  const text = useTranslations("statementLines");
  const record = useAction(recordLine);
  const form = useForm<RecordFields>({
    defaultValues: { member_id: "", kind: CONTRIBUTION, fund_id: "" },
  });
  const funds = useEndpoint(getFunds, { figuresOnly: true }).data?.funds ?? [];
  const open = funds.filter(({ closed }) => !closed);
  const isForFund = useWatch({ control: form.control, name: "kind" }) === FUND_PAYMENT;
  const [search, setSearch] = useState("");
  const found = membersFound(members, search);
  const find = (typed: string) => {
    setSearch(typed);
    const [single, ...others] = membersFound(members, typed);
    const isOne = typed.trim() !== "" && single !== undefined && others.length === 0;
    form.setValue("member_id", isOne ? String(single.id) : "", { shouldDirty: true });
  };
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("member_id"));

  const submit = form.handleSubmit(async ({ member_id, kind, fund_id }) => {
    const ofFund = kind === FUND_PAYMENT ? { fund_id: Number(fund_id) } : {};
    const body = { member_id: Number(member_id), kind, ...ofFund };
    const outcome = await record.run({ params: { id: line.id }, body });
    if (outcome.ok) onRecorded();
    else showFieldErrors(form, outcome.error.errors);
  });

  const amount = formatMoney(line.amount);
  return (
    <Form onSubmit={submit}>
      <p className="wrap-anywhere text-muted">{line.details}</p>
      <TextField
        type="search"
        optional
        label={text("findMember")}
        autoComplete="off"
        maxLength={100}
        value={search}
        {...(found.length === 0 ? { help: text("findMemberNone") } : {})}
        onChange={({ currentTarget }) => find(currentTarget.value)}
      />
      <SelectField
        label={text("member")}
        placeholder={text("chooseMember")}
        options={found.map((each) => ({
          value: String(each.id),
          label: `${each.first_name} ${each.last_name} · ${each.reg_number}`,
        }))}
        error={errors.member_id?.message}
        {...form.register("member_id", { required: text("memberRequired") })}
      />
      <SelectField
        label={text("kind")}
        options={(open.length === 0 ? usualKinds : collectedKinds).map((kind) => ({
          value: kind,
          label: text(`matches.${kind}`),
        }))}
        error={errors.kind?.message}
        {...form.register("kind")}
      />
      {isForFund && (
        <SelectField
          label={text("fund")}
          placeholder={text("chooseFund")}
          options={open.map(({ id, name }) => ({ value: String(id), label: name }))}
          error={errors.fund_id?.message}
          {...form.register("fund_id", { required: text("chooseFund") })}
        />
      )}
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">{unbroken(text("recordSummary", { amount }))}</p>
        <Button type="submit" busy={record.busy}>
          {text("recordSubmit", { amount })}
        </Button>
      </div>
    </Form>
  );
}

/** Every word typed is in the name, the RegNo or the username. */
function membersFound(members: readonly User[], typed: string): readonly User[] {
  const words = typed.toLowerCase().split(/\s+/u).filter(Boolean);
  return members.filter(({ first_name, last_name, reg_number, username }) => {
    const about = `${first_name} ${last_name} ${reg_number} ${username ?? ""}`.toLowerCase();
    return words.every((word) => about.includes(word));
  });
}

const typesOut = ["expense", "investment", "goodwill"] as const;

type BookFields = {
  type: (typeof typesOut)[number] | "other_income";
  category: (typeof expenseCategories)[number];
  description: string;
};

type BookLinesFormProps = {
  /** All of one direction; the charges of a day, or one line. */
  lines: readonly StatementLine[];
  onBooked: () => void;
  onShowProposals: () => void;
};

/** Lines become one journal entry with their sum and day (STAT-17). */
export function BookLinesForm({ lines, onBooked, onShowProposals }: BookLinesFormProps) {
  const text = useTranslations("statementLines");
  const ledger = useTranslations("ledger");
  const book = useAction(bookLines, {
    toastAction: (reply) =>
      "status" in reply ? { label: ledger("viewProposals"), onPress: onShowProposals } : undefined,
  });
  const day = (lines[0]?.at ?? "").slice(0, 10);
  const isCharge = lines.every(({ kind }) => kind === "charge");
  const isIn = lines.some(({ amount: each }) => each > 0);
  const form = useForm<BookFields>({
    defaultValues: {
      type: isIn ? "other_income" : "expense",
      category: isCharge ? "transaction_cost" : "other_expense",
      description: isCharge
        ? text("chargesOf", { date: formatDay(day) })
        : (lines[0]?.details.slice(0, 200) ?? ""),
    },
  });
  const { errors, isDirty } = form.formState;
  const type = useWatch({ control: form.control, name: "type" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("description"));

  const submit = form.handleSubmit(async ({ category, ...fields }) => {
    const body = {
      line_ids: lines.map(({ id }) => id),
      ...fields,
      ...(fields.type === "expense" ? { category } : {}),
    };
    const outcome = await book.run({ body });
    if (outcome.ok) onBooked();
    else showFieldErrors(form, outcome.error.errors);
  });

  const cents = sumCents(lines.map(({ amount: each }) => Math.abs(each)));
  const amount = formatMoney(Number(cents) / 100);
  const count = lines.length;
  return (
    <Form onSubmit={submit}>
      {!isCharge && !isIn && (
        <SelectField
          label={text("type")}
          options={typesOut.map((each) => ({ value: each, label: text(`types.${each}`) }))}
          error={errors.type?.message}
          {...form.register("type")}
        />
      )}
      {type === "expense" && (
        <SelectField
          label={text("category")}
          options={expenseCategories.map((each) => ({
            value: each,
            label: text(`categories.${each}`),
          }))}
          error={errors.category?.message}
          {...form.register("category")}
        />
      )}
      <TextField
        label={text("description")}
        maxLength={500}
        error={errors.description?.message}
        {...form.register("description", {
          validate: (written) => written.trim() !== "" || text("descriptionRequired"),
        })}
      />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">
          {unbroken(text("bookSummary", { amount, count, date: formatDay(day) }))}
        </p>
        <Button type="submit" busy={book.busy}>
          {text("bookSubmit", { amount })}
        </Button>
      </div>
    </Form>
  );
}

type ExplainMatchFormProps = {
  line: StatementLine;
  suggestion: Suggestion & { id: number };
  onMatched: () => void;
};

/** Why a line is a payment of another amount (STAT-12). */
export function ExplainMatchForm({ line, suggestion, onMatched }: ExplainMatchFormProps) {
  const text = useTranslations("statementLines");
  const match = useAction(matchLine);
  const { kind, id } = suggestion;
  return (
    <ReasonForm
      draft={`match ${line.id} ${kind} ${id}`}
      label={text("why")}
      help={text("whyHelp")}
      required={text("whyRequired")}
      submit={text("matchSubmit")}
      busy={match.busy}
      send={(reason) => match.run({ params: { id: line.id }, body: { kind, id, reason } })}
      onDone={onMatched}
    >
      <p>{suggestion.reason}</p>
    </ReasonForm>
  );
}

type UnmatchFormProps = {
  line: StatementLine;
  onUnmatched: () => void;
  onShowProposals: () => void;
};

/** Why the match of an approved payment is to be undone; the other office agrees to it (STAT-29). */
export function UnmatchForm({ line, onUnmatched, onShowProposals }: UnmatchFormProps) {
  const text = useTranslations("statementLines");
  const ledger = useTranslations("ledger");
  const unmatch = useAction(unmatchLine, {
    toastAction: (reply) =>
      "status" in reply ? { label: ledger("viewProposals"), onPress: onShowProposals } : undefined,
  });
  return (
    <ReasonForm
      draft={`unmatch ${line.id}`}
      label={text("unmatchWhy")}
      required={text("unmatchWhyRequired")}
      submit={text("unmatchSubmit")}
      busy={unmatch.busy}
      send={(reason) => unmatch.run({ params: { id: line.id }, body: { reason } })}
      onDone={onUnmatched}
    >
      <p>
        {unbroken(
          text("unmatchText", {
            amount: formatMoney(line.amount),
            member: line.match?.member?.full_name ?? "",
          }),
        )}
      </p>
    </ReasonForm>
  );
}

export type Suggestion = StatementLine["suggestions"][number];
