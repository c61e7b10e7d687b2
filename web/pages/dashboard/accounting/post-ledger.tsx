import { useState } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslations } from "use-intl";
import { getGroup } from "#endpoints/group.ts";
import { ledgerEntry } from "#contract/ledger-entry.ts";
import { getLedger, postLedgerEntry, type Entry } from "#endpoints/ledger.ts";
import { parsePlainDate } from "#domain/calendar.ts";
import { expenseCategories } from "#domain/ledger/entry-types.ts";
import { formatKes } from "#domain/money.ts";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import {
  prefetchSecondPerson,
  useSecondPerson,
  BankLine,
} from "#web/features/ledger/bank-line.tsx";
import {
  FieldsOfType,
  amountOf,
  bankEffectOf,
  bankOf,
  bodyOf,
  chosenSource,
  noEntryFields,
  type EntryFields,
  type Ledger,
  postedTypes,
  interestOf,
} from "#web/features/ledger/entry-fields.tsx";
import { accountName } from "#web/features/reports/accounts.ts";
import { textsOf } from "#web/messages/words.ts";
import { LoadProblem } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { SelectField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { unbroken } from "#web/ui/money.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";
import { useShowEntry, useShowProposals } from "./use-show-entry.ts";

export function PostLedgerPage() {
  const text = useTranslations("ledger");
  useDashboardTitle(text("postLedger"));
  return (
    <OfficeOnly needs="entries.post" who="treasurer">
      <PostLedger />
    </OfficeOnly>
  );
}

PostLedgerPage.loader = ((prefetch, { may }) => {
  if (!may("entries.post")) return;
  prefetch(getLedger);
  prefetchSecondPerson(prefetch);
}) satisfies PageLoader;

function PostLedger() {
  const text = useTranslations("ledger");
  const group = useEndpoint(getGroup);
  const ledger = useEndpoint(getLedger);
  const showEntry = useShowEntry();
  const showProposals = useShowProposals();
  // Each posted entry gets a new form, because the next one is a new request with a new key.
  const [form, setForm] = useState(1);

  return (
    <>
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader
        title={text("createTitle")}
        subtitle={text("createText", { date: formatDay(today()) })}
      />
      <Card className="max-w-[750px]">
        {ledger.isError ? (
          <LoadProblem detail={ledger.error.detail} onRetry={() => void ledger.refetch()} />
        ) : ledger.data === undefined || group.isPending ? (
          <div aria-busy className="space-y-5">
            <Skeleton className="h-16" />
            <Skeleton className="h-11" />
          </div>
        ) : (
          <LedgerEntryForm
            key={form}
            ledger={ledger.data}
            bankName={accountName("bank", group.data?.bank_name)}
            onPosted={() => setForm(form + 1)}
            onShowEntry={showEntry}
            onShowProposals={showProposals}
          />
        )}
      </Card>
    </>
  );
}

type LedgerEntryFormProps = {
  ledger: Ledger;
  bankName: string;
  onPosted: () => void;
  onShowEntry: (entry: Entry) => void;
  onShowProposals: () => void;
};

/** One manual entry; after posting the page opens a new form, because a key is used once (API-9). */
function LedgerEntryForm(props: LedgerEntryFormProps) {
  const { ledger, bankName, onPosted, onShowEntry, onShowProposals } = props;
  const text = useTranslations("ledger");
  const post = useAction(postLedgerEntry, {
    toastAction: (reply) =>
      "entry" in reply
        ? { label: text("viewEntry"), onPress: () => onShowEntry(reply.entry) }
        : { label: text("viewProposals"), onPress: onShowProposals },
  });
  const form = useForm<EntryFields>({
    resolver: validatedBy(ledgerEntry),
    mode: "onTouched",
    defaultValues: noEntryFields,
  });
  const { errors, isDirty } = form.formState;
  const type = useWatch({ control: form.control, name: "type" });
  useUnsaved(isDirty);
  useFirstFocus(() => form.setFocus("type"));

  const submit = form.handleSubmit(async (fields) => {
    if (fields.type === "") return;
    const problem = whatIsTooMuch(fields);
    if (problem !== null) {
      const field = fields.type === "other_income" ? "amount_paid" : "amount";
      form.setError(field, { message: problem });
      return form.setFocus(field);
    }
    const outcome = await post.run({ body: bodyOf(fields, fields.type, ledger) });
    if (outcome.ok) onPosted();
    else showFieldErrors(form, outcome.error.errors);
  });

  /** The server checks this again; here the user sees it before sending. */
  const whatIsTooMuch = (fields: EntryFields): string | null => {
    const amount = amountOf(fields) ?? 0n;
    const source = chosenSource(fields, ledger);
    if (source !== null && amount > source.leftCents)
      return text("moreThanLeft", { amount: formatKes(source.leftCents) });
    const bank = bankOf(ledger);
    return bank + (bankEffectOf(fields) ?? 0n) < 0n
      ? text("bankTooLow", { bank: bankName, amount: formatKes(bank) })
      : null;
  };

  return (
    <Form onSubmit={submit}>
      <SelectField
        label={text("type")}
        placeholder={text("chooseType")}
        options={postedTypes.map((each) => ({ value: each, label: text(`types.${each}`) }))}
        help={type === "" && text("chooseTypeHint")}
        error={errors.type && text("chooseType")}
        {...form.register("type", { onChange: () => form.clearErrors() })}
      />
      {type !== "" && <FieldsOfType form={form} type={type} ledger={ledger} bankName={bankName} />}
      <FormFoot>
        <EntrySummary control={form.control} ledger={ledger} bankName={bankName} />
        <SubmitButton form={form} busy={post.busy} />
      </FormFoot>
    </Form>
  );
}

type SubmitButtonProps = { form: ReturnType<typeof useForm<EntryFields>>; busy: boolean };

function SubmitButton({ form, busy }: SubmitButtonProps) {
  const text = useTranslations("ledger");
  const fields = useWatch({ control: form.control }) as EntryFields;
  const amount = amountOf(fields);
  const isProposed = useSecondPerson(bankEffectOf(fields)) !== null;
  return (
    <Button type="submit" busy={busy} className="flex-none">
      {amount === null
        ? text("submit")
        : text(isProposed ? "proposeAmount" : "submitAmount", { amount: formatKes(amount) })}
    </Button>
  );
}

type EntrySummaryProps = { control: Control<EntryFields>; ledger: Ledger; bankName: string };

/** Tells what the entry will do, with exact amounts, next to the button that posts it (SCR-24). */
function EntrySummary({ control, ledger, bankName }: EntrySummaryProps) {
  const text = useTranslations("ledger");
  const fields = useWatch({ control }) as EntryFields;
  const sentence = useSentence(fields, ledger);
  const effectCents = bankEffectOf(fields);
  const day = parsePlainDate(fields.date);

  if (sentence === null || effectCents === null)
    return <p className="text-sm text-muted">{text("summaryEmpty")}</p>;
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="font-semibold">{unbroken(sentence)}</strong>{" "}
      {day !== null && <>{unbroken(text("countsOn", { date: formatDay(day) }))} </>}
      <span className="text-muted">
        <BankLine bankName={bankName} beforeCents={bankOf(ledger)} effectCents={effectCents} />
      </span>
    </p>
  );
}

function useSentence(fields: EntryFields, ledger: Ledger): string | null {
  const text = useTranslations("ledger");
  const cents = amountOf(fields);
  if (cents === null || fields.type === "") return null;
  const amount = formatKes(cents);
  const source = chosenSource(fields, ledger);
  const left = source && formatKes(source.leftCents - cents);
  switch (fields.type) {
    case "expense": {
      const category = expenseCategories.find((each) => each === fields.category);
      return category === undefined
        ? null
        : text("summaries.expense", { amount, category: textsOf("accounts")[category] });
    }
    case "investment":
    case "goodwill":
    case "dividend_declaration":
    case "other_income":
      return text(`summaries.${fields.type}`, { amount });
    case "dividend_payment":
      return left && text("summaries.dividend_payment", { amount, left });
    case "equity_fixed_deposit": {
      const date = parsePlainDate(fields.maturity_date);
      return date && text("summaries.equity_fixed_deposit", { amount, date: formatDay(date) });
    }
    case "redeem_fixed_deposit": {
      const interest = interestOf(fields);
      return interest === null || left === null
        ? null
        : text("summaries.redeem_fixed_deposit", { amount, left, interest: formatKes(interest) });
    }
  }
}
