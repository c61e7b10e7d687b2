import { useTranslations } from "use-intl";
import { reverseEntry, type Entry } from "#endpoints/ledger.ts";
import type { Cents } from "#domain/money.ts";
import { byResolution, ResolutionField } from "#web/api/resolution-field.tsx";
import { ReasonField } from "#web/api/reason-field.tsx";
import { showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, sumCents, unbroken } from "#web/ui/money.tsx";
import { BankLine } from "./bank-line.tsx";
import { EntryPostings } from "./entry-postings.tsx";

type ReverseEntryFormProps = {
  entry: Entry;
  nameOf: (account: string) => string;
  /** The bank's balance; undefined until it is known. */
  bankCents: Cents | undefined;
  onReversed: () => void;
  onShowEntry: (entry: Entry) => void;
  onShowProposals: () => void;
};

/** Reverses an entry (BOOK-19): shows the new postings and the effect on the bank, and asks for the reason. */
export function ReverseEntryForm(props: ReverseEntryFormProps) {
  const { entry, nameOf, bankCents, onReversed, onShowEntry, onShowProposals } = props;
  const text = useTranslations("ledger");
  const id = String(entry.id);
  const reverse = useAction(reverseEntry, {
    toastAction: (reply) =>
      "entry" in reply
        ? { label: text("viewEntry"), onPress: () => onShowEntry(reply.entry) }
        : { label: text("viewProposals"), onPress: onShowProposals },
  });
  const form = useForm<{ reason: string; resolution_id: string }>({
    defaultValues: { reason: "", resolution_id: "" },
  });
  useUnsaved(form.formState.isDirty);
  const forget = useDraft(form, `reverse ${id}`);
  useFirstFocus(() => form.setFocus("reason"));

  const submit = form.handleSubmit(async ({ reason, resolution_id: decidedBy }) => {
    const body = { reason, ...byResolution(decidedBy) };
    const outcome = await reverse.run({ params: { id: entry.id }, body });
    if (outcome.ok) {
      forget();
      onReversed();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const amount = formatMoney(entry.amount);
  return (
    <Form onSubmit={submit}>
      <p className="text-muted">{text("reverseText")}</p>
      <div className="rounded-control border border-line p-3">
        <p className="mb-1 font-semibold wrap-anywhere">{entry.description}</p>
        <EntryPostings
          postings={negated(entry.postings)}
          caption={text("reversalPostings", { id })}
          nameOf={nameOf}
        />
      </div>
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        help={text("reasonHelp")}
        required={text("reasonRequired")}
      />
      <ResolutionField
        field={form.register("resolution_id")}
        error={form.formState.errors.resolution_id?.message}
      />
      <FormFoot>
        <p className="text-sm">
          <strong className="font-semibold">
            {unbroken(text("reverseSummary", { id, amount, date: formatDay(today()) }))}
          </strong>{" "}
          {bankCents !== undefined && (
            <span className="text-muted">
              <BankLine
                bankName={nameOf("bank")}
                beforeCents={bankCents}
                effectCents={bankEffectOfReversal(entry)}
              />
            </span>
          )}
        </p>
        <Button type="submit" variant="danger" busy={reverse.busy} className="flex-none">
          {text("reverseSubmit", { amount })}
        </Button>
      </FormFoot>
    </Form>
  );
}

function negated(postings: Entry["postings"]): Entry["postings"] {
  return postings.map((posting) => ({
    ...posting,
    debit_amount: posting.credit_amount,
    credit_amount: posting.debit_amount,
  }));
}

function bankEffectOfReversal({ postings }: Entry): Cents {
  const bank = postings.filter(({ account }) => account === "bank");
  return (
    sumCents(bank.map(({ credit_amount }) => credit_amount)) -
    sumCents(bank.map(({ debit_amount }) => debit_amount))
  );
}
