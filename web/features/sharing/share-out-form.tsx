// A share-out is worked out first, and proposed with its total beside the button (SHARE-4).
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import {
  type DistributionPreview,
  previewDistribution,
  proposeDistribution,
} from "#endpoints/distributions.ts";
import { shareOutWays } from "#domain/ledger/share-out-postings.ts";
import { type Basis, bases, setOffs } from "#domain/sharing/share-out.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { today } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { ShareOutLines } from "./share-out-lines.tsx";

type Fields = {
  basis: Basis;
  amount: string;
  from: string;
  to: string;
  share_value: string;
  return_savings: boolean;
  set_off: (typeof setOffs)[number];
  pay_as: (typeof shareOutWays)[number];
  description: string;
};

/** What was worked out, and of which terms. */
type Worked = { terms: ReturnType<typeof bodyOf>; preview: DistributionPreview };

export function ShareOutForm() {
  const text = useTranslations("sharing");
  const fieldText = useTranslations("sharing.form");
  const [worked, setWorked] = useState<Worked | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const propose = useAction(proposeDistribution);
  const form = useForm<Fields>({ defaultValues: emptyFields() });
  const { errors, isDirty } = form.formState;
  const fields = useWatch({ control: form.control }) as Fields;
  useUnsaved(isDirty);
  const forget = useDraft(form, "share-out");
  const isStale =
    worked !== null && JSON.stringify(worked.terms) !== JSON.stringify(bodyOf(fields));

  const refused = (error: ApiError) => {
    showFieldErrors(form, error.errors);
    const isOfForm = Object.keys(error.errors).some((name) => name in fields);
    setProblem(isOfForm ? null : error.detail);
  };
  const work = form.handleSubmit(async (typed) => {
    setIsWorking(true);
    setProblem(null);
    const terms = bodyOf(typed);
    try {
      setWorked({ terms, preview: await callEndpoint(previewDistribution, { body: terms }) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setWorked(null);
      refused(error);
    } finally {
      setIsWorking(false);
    }
  });
  const send = form.handleSubmit(async (typed) => {
    const outcome = await propose.run({ body: bodyOf(typed) });
    if (!outcome.ok) return refused(outcome.error);
    forget();
    form.reset(emptyFields());
    return setWorked(null);
  });

  return (
    <div className="space-y-6">
      <Form onSubmit={work}>
        <p className="text-sm text-muted">{fieldText("text")}</p>
        <AmountField
          control={form.control}
          name="amount"
          rules={{ required: fieldText("required.amount") }}
          label={fieldText("amount")}
        />
        <SelectField
          label={fieldText("basis")}
          options={bases.map((value) => ({ value, label: text(`bases.${value}`) }))}
          error={errors.basis?.message}
          {...form.register("basis")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.basis === "savings_days" && (
            <DayField
              control={form.control}
              name="from"
              rules={{ required: fieldText("required.from") }}
              label={fieldText("from")}
            />
          )}
          {fields.basis === "shares" && (
            <AmountField
              control={form.control}
              name="share_value"
              rules={{ required: fieldText("required.value") }}
              label={fieldText("shareValue")}
            />
          )}
          <DayField control={form.control} name="to" label={fieldText("to")} />
        </div>
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-5 flex-none accent-brand"
            {...form.register("return_savings")}
          />
          <span>{fieldText("returnSavings")}</span>
        </label>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label={fieldText("setOff")}
            options={setOffs.map((value) => ({ value, label: text(`setOffs.${value}`) }))}
            error={errors.set_off?.message}
            {...form.register("set_off")}
          />
          {!fields.return_savings && (
            <SelectField
              label={fieldText("payAs")}
              options={shareOutWays.map((value) => ({ value, label: text(`ways.${value}`) }))}
              error={errors.pay_as?.message}
              {...form.register("pay_as")}
            />
          )}
        </div>
        <TextField
          label={fieldText("description")}
          help={fieldText("descriptionHelp")}
          maxLength={500}
          error={errors.description?.message}
          {...form.register("description", {
            validate: (typed) => typed.trim() !== "" || fieldText("required.description"),
          })}
        />
        {problem !== null && <Alert live tone="bad" title={problem} />}
        <Button type="submit" variant="secondary" busy={isWorking} className="sm:self-end">
          {fieldText("show")}
        </Button>
      </Form>
      {worked !== null && (
        <Proposal
          worked={worked}
          isStale={isStale}
          isBusy={propose.busy}
          onPropose={() => void send()}
        />
      )}
    </div>
  );
}

type ProposalProps = {
  worked: Worked;
  /** Whether the terms have changed since. */
  isStale: boolean;
  isBusy: boolean;
  onPropose: () => void;
};

function Proposal({ worked: { terms, preview }, isStale, isBusy, onPropose }: ProposalProps) {
  const text = useTranslations("sharing");
  const total = formatMoney(preview.total);
  return (
    <section aria-live="polite" aria-label={text("lines.caption")} className="space-y-4">
      <PreviewFacts preview={preview} />
      <ShareOutLines figures={preview} basis={terms.basis} />
      <div className="flex flex-col gap-3 border-t border-line pt-4">
        <p className="text-sm font-semibold">
          {unbroken(
            isStale
              ? text("form.stale")
              : text("proposeText", { total, count: preview.members.length }),
          )}
        </p>
        <Button busy={isBusy} disabled={isStale} onClick={onPropose} className="sm:self-end">
          {text("propose", { total })}
        </Button>
      </div>
    </section>
  );
}

function PreviewFacts({ preview }: { preview: DistributionPreview }) {
  const text = useTranslations("sharing.facts");
  return (
    <Facts
      facts={[
        { label: text("distributable"), value: <Money amount={preview.distributable} /> },
        { label: text("amount"), value: <Money amount={preview.amount} /> },
        ...(preview.savings_returned === 0
          ? []
          : [{ label: text("savings"), value: <Money amount={preview.savings_returned} /> }]),
        { label: text("total"), value: <Money amount={preview.total} /> },
        { label: text("bankAfter"), value: <Money amount={preview.bank_after} /> },
      ]}
    />
  );
}

const emptyFields = (): Fields => ({
  basis: "savings_days",
  amount: "",
  from: `${today().slice(0, 4)}-01-01`,
  to: today(),
  share_value: "",
  return_savings: false,
  set_off: "overdue",
  pay_as: "bank",
  description: "",
});

/** The terms that go together: what another choice has hidden is left out. */
function bodyOf(fields: Fields) {
  const { basis, amount, from, to, share_value: shareValue, description } = fields;
  return {
    basis,
    amount,
    ...(basis === "savings_days" ? { from } : {}),
    ...(basis === "shares" ? { share_value: shareValue } : {}),
    to,
    return_savings: fields.return_savings,
    set_off: fields.set_off,
    pay_as: fields.return_savings ? ("bank" as const) : fields.pay_as,
    description,
  };
}
