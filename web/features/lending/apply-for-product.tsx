import { type ReactNode, useDeferredValue, useState } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { getLoanQuote, type LoanProduct } from "#endpoints/lending.ts";
import { applyForLoan, type Loan } from "#endpoints/loans.ts";
import { AmountField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { type Reading, useEndpoint } from "#web/api/use-query.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { SelectField, TextField } from "#web/ui/field.tsx";
import { Form, FormErrors, FormFoot, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Choice } from "./choice.tsx";
import { Guarantors, type WithGuarantors } from "./guarantors-field.tsx";
import { ProductText } from "./product-text.tsx";
import { RowsList } from "./rows-list.tsx";

export type ApplyForProductProps = {
  products: readonly LoanProduct[];
  /** The member's own loans that run, which another one can pay off. */
  running: readonly Loan[];
  /** The form of plain loans, where the group has them. */
  plain: ReactNode;
  onApplied: () => void;
};

const PLAIN = "plain";

/** Chooses a loan by its sentence, then shows what it costs before it is applied for (LEND-1, LEND-2). */
export function ApplyForProduct({ products, running, plain, onApplied }: ApplyForProductProps) {
  const text = useTranslations("lendingForms");
  const [chosen, setChosen] = useState<string>(
    products.length === 1 && !plain ? String(products[0]?.id) : "",
  );
  const product = products.find(({ id }) => String(id) === chosen);
  return (
    <div className="space-y-5">
      <fieldset className="space-y-2">
        <legend className="mb-1.5 text-sm font-semibold">{text("choose")}</legend>
        {products.map((each) => (
          <Choice
            key={each.id}
            group="loan-choice"
            value={String(each.id)}
            chosen={chosen}
            onChoose={setChosen}
            name={each.name}
          >
            <ProductText product={each} />
          </Choice>
        ))}
        {plain && (
          <Choice
            group="loan-choice"
            value={PLAIN}
            chosen={chosen}
            onChoose={setChosen}
            name={text("plain")}
          >
            {text("plainText")}
          </Choice>
        )}
      </fieldset>
      {chosen === PLAIN && plain}
      {product && (
        <ProductForm key={product.id} product={product} running={running} onApplied={onApplied} />
      )}
    </div>
  );
}

type Fields = { amount: string; instalments: string; tops_up: string } & WithGuarantors;

type ProductFormProps = Pick<ApplyForProductProps, "running" | "onApplied"> & {
  product: LoanProduct;
};

function ProductForm({ product, running, onApplied }: ProductFormProps) {
  const text = useTranslations("lendingForms");
  const apply = useAction(applyForLoan);
  const form = useForm<Fields>({
    mode: "onTouched",
    defaultValues: {
      amount: "",
      instalments: String(product.instalments_most),
      tops_up: "",
      guarantors: [],
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const forget = useDraft(form, `apply for product ${product.id}`);
  const typed = useWatch({ control: form.control });
  const asksPeople = product.guarantee !== "none" || product.guarantors_least > 0;
  const [least, most] = [leastInstalments(product), product.instalments_most];
  const range = { least: String(least), most: String(most) };
  const wanted = {
    amount: useDeferredValue(typed.amount ?? ""),
    instalments: useDeferredValue(typed.instalments ?? ""),
    topsUp: typed.tops_up ?? "",
  };
  const quote = useQuote(product, wanted);

  const submit = form.handleSubmit(async ({ amount, instalments, tops_up: topsUp, guarantors }) => {
    const asked = guarantors.flatMap(({ member, amount: each }) =>
      member === null ? [] : [{ member_id: member.id, amount: each }],
    );
    const outcome = await apply.run({
      body: {
        product_id: product.id,
        amount,
        instalments,
        ...(topsUp === "" ? {} : { tops_up: topsUp }),
        ...(asked.length === 0 ? {} : { guarantors: asked }),
      },
    });
    if (outcome.ok) {
      forget();
      return onApplied();
    }
    const { errors: refused } = outcome.error;
    showFieldErrors(form, refused);
    const ofPeople = (refused["member_id"] ?? refused["guarantors"])?.join(" ");
    if (ofPeople === undefined) return;
    // Of several people the answer does not name the one.
    if (asked.length === 1)
      form.setError("guarantors.0.member", { type: "server", message: ofPeople });
    else form.setError("root", { message: ofPeople });
  });

  return (
    <Form onSubmit={submit}>
      {errors.root?.message !== undefined && (
        <FormErrors errors={[{ message: errors.root.message }]} />
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AmountField
          control={form.control}
          name="amount"
          label={text("amount")}
          refused={quote.errors["amount"]}
          rules={{ validate: (value) => readPositive(value) !== null || text("amountRequired") }}
        />
        <TextField
          label={text("instalments")}
          inputMode="numeric"
          autoComplete="off"
          help={text("instalmentsHelp", range)}
          error={errors.instalments?.message ?? quote.errors["instalments"]}
          {...form.register("instalments", {
            validate: (typed) =>
              isBetween(typed, { least, most }) || text("instalmentsHelp", range),
          })}
        />
      </div>
      {running.length > 0 && (
        <SelectField
          label={text("topsUp")}
          help={text("topsUpHelp")}
          error={errors.tops_up?.message ?? quote.errors["tops_up"]}
          options={[
            { value: "", label: text("topsUpNone") },
            ...running.map((loan) => ({
              value: String(loan.loan_id),
              label: `${loan.loan_name} · ${formatMoney(loan.current_balance)}`,
            })),
          ]}
          {...form.register("tops_up")}
        />
      )}
      <Cost quote={quote} />
      {asksPeople && <Guarantors control={form.control} needed={quote.data?.guarantee_needed} />}
      <FormFoot>
        <Summary quote={quote.data} />
        <Button type="submit" busy={apply.busy} className="flex-none">
          {text("submit")}
        </Button>
      </FormFoot>
    </Form>
  );
}

function isBetween(typed: string, { least, most }: { least: number; most: number }): boolean {
  const count = Number(typed);
  return Number.isInteger(count) && count >= least && count <= most;
}

function leastInstalments({ method, grace_kind: kind, grace_months: months }: LoanProduct): number {
  return method !== "flat" && kind === "interest_only" ? months + 1 : 1;
}

type Quote = ReplyOf<typeof getLoanQuote>;
type QuoteReading = {
  data: Quote | undefined;
  isLoading: boolean;
  /** The first sentence at each field. */
  errors: Partial<Record<string, string>>;
  detail: string | undefined;
};

/** What it would cost; nothing before an amount and a number of payments are typed. */
function useQuote(
  product: LoanProduct,
  { amount, instalments, topsUp }: { amount: string; instalments: string; topsUp: string },
): QuoteReading {
  const isAsked = readPositive(amount) !== null && /^\d{1,3}$/.test(instalments.trim());
  const found: Reading<Quote> = useEndpoint(getLoanQuote, {
    query: {
      product_id: product.id,
      amount,
      instalments: instalments.trim(),
      ...(topsUp === "" ? {} : { tops_up: topsUp }),
    },
    enabled: isAsked,
  });
  const errors = Object.entries(found.error?.errors ?? {}).map(([name, all]) => [name, all[0]]);
  return {
    data: isAsked ? found.data : undefined,
    isLoading: isAsked && found.isPending,
    errors: isAsked ? Object.fromEntries(errors) : {},
    detail: isAsked && errors.length === 0 ? found.error?.detail : undefined,
  };
}

/** Total cost, every row and what guarantors must cover, before the button. */
function Cost({ quote }: { quote: QuoteReading }) {
  const text = useTranslations("lendingForms");
  const { data, isLoading, detail } = quote;
  if (detail !== undefined) return <Alert live tone="bad" title={detail} />;
  if (data === undefined) return isLoading ? <Skeleton className="h-72" /> : null;
  return (
    <section className="space-y-3" aria-label={text("cost")}>
      <div className="rounded-card border border-line bg-sunken p-4">
        <p className="text-sm text-muted">{text("cost")}</p>
        <Money amount={data.cost} size="large" />
        {data.fee > 0 && (
          <p className="text-sm text-muted">
            {unbroken(
              text("costOf", { interest: formatMoney(data.interest), fee: formatMoney(data.fee) }),
            )}
          </p>
        )}
        <Facts
          facts={[
            ...(data.pays_off === 0
              ? []
              : [{ label: text("paysOff"), value: <Money amount={data.pays_off} /> }]),
            { label: text("paidOut"), value: <Money amount={data.paid_out} /> },
            { label: text("totalToRepay"), value: <Money amount={data.total_amount} /> },
            ...(data.guarantee_needed === 0
              ? []
              : [
                  {
                    label: text("guaranteeNeeded"),
                    value: <Money amount={data.guarantee_needed} />,
                  },
                ]),
            { label: text("limit"), value: <Money amount={data.loan_limit} /> },
          ]}
        />
      </div>
      {data.amount > data.loan_limit && (
        <Alert
          live
          tone="waiting"
          title={text("aboveLimit", { limit: formatMoney(data.loan_limit) })}
        />
      )}
      <h3 className="font-semibold">{text("rowsIfToday")}</h3>
      <RowsList rows={data.instalments} caption={text("rowsIfToday")} />
    </section>
  );
}

/** What will happen, with the exact amounts, beside the button that does it (SCR-24). */
function Summary({ quote }: { quote: Quote | undefined }) {
  const text = useTranslations("lendingForms");
  const first = quote?.instalments[0];
  if (quote === undefined || first === undefined)
    return <p className="text-sm text-muted">{text("amountRequired")}</p>;
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="block font-semibold">
        {unbroken(
          text("summary", {
            amount: formatMoney(quote.amount),
            cost: formatMoney(quote.cost),
            first: formatMoney(first.total),
            day: formatDay(first.due_on),
          }),
        )}
      </strong>{" "}
      <span className="text-muted">{text("summaryNote")}</span>
    </p>
  );
}
