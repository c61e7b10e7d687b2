import { type ReactNode, useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { debtPayment } from "#contract/money-fields.ts";
import { getPaymentQuote } from "#endpoints/lending.ts";
import { type Loan, payLoan } from "#endpoints/loans.ts";
import { addDays } from "#domain/calendar.ts";
import { type Cents, formatKes, toKes } from "#domain/money.ts";
import type { MpesaClaim } from "#domain/statements/mpesa-message.ts";
import { validatedBy } from "#web/api/schemas/validated-by.ts";
import { useCorrection } from "#web/api/stored/correction.ts";
import { useAction } from "#web/api/use-action.ts";
import { AmountField, DayField, showFieldErrors, useDraft, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/card.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { ReferenceField } from "#web/ui/field.tsx";
import { Form, FormFoot, useFirstFocus, useUnsaved } from "#web/ui/form.tsx";
import { readPositive } from "#web/ui/money-field.tsx";
import { formatMoney, Money, sumCents, unbroken } from "#web/ui/money.tsx";
import { MpesaMessageField } from "#web/ui/mpesa-message-field.tsx";
import { Choice } from "./choice.tsx";

export type RepayProductFormProps = {
  loan: Loan;
  /** Filled in as the amount. */
  offeredCents: Cents | undefined;
  /** Where to pay the group. */
  head: ReactNode;
  onPaid: () => void;
  onShowReceipt: (paymentId: number) => void;
};

type Quote = ReplyOf<typeof getPaymentQuote>;
type Early = Quote["ways"][number]["early"];
type Fields = {
  amount_paid: string;
  payment_Reference_Code: string;
  paid_on: string;
  early: Early;
};

/** A payment can be recorded for so many days. */
const DAYS_AGO_MOST = 31;

/** Pay Now on a loan of a product: what is due, what clears it, and what more than that would save (LEND-4). */
export function RepayProductForm(props: RepayProductFormProps) {
  const { loan, offeredCents, head, onPaid, onShowReceipt } = props;
  const text = useTranslations("lendingForms");
  const loans = useTranslations("loans");
  const typed = useCorrection("loan", loan.loan_id);
  const pay = useAction(payLoan, {
    payment: {
      kind: "loan",
      loan: { id: loan.loan_id, name: loan.loan_name },
      replaces: typed?.id,
    },
    toastAction: ({ loan_payment }) => ({
      label: loans("viewReceipt"),
      onPress: () => onShowReceipt(loan_payment.payment_id),
    }),
  });
  const form = useForm<Fields>({
    resolver: validatedBy(debtPayment),
    mode: "onTouched",
    defaultValues: {
      amount_paid: offeredCents === undefined ? "" : String(toKes(offeredCents)),
      payment_Reference_Code: "",
      paid_on: today(),
      early: "ahead",
      ...typed?.body,
    },
  });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty || typed !== null);
  const forget = useDraft(form, `loan ${loan.loan_id} ${typed?.id ?? ""}`);
  useFirstFocus(() => form.setFocus("amount_paid"));

  const [amountPaid, paidOn, early] = useWatch({
    control: form.control,
    name: ["amount_paid", "paid_on", "early"],
  });
  const cents = readPositive(amountPaid);
  const quote = useQuote(loan, { amountPaid: useDeferredValue(amountPaid), paidOn });
  const isFlat = loan.product?.method === "flat";
  const { due, mostCents, ways: offered } = quote.data ?? { due: 0, mostCents: null, ways: [] };
  const isMore = mostCents !== null && cents !== null && cents > sumCents([due]);
  const ways = isMore && cents < mostCents ? offered : [];

  const submit = form.handleSubmit(async (fields) => {
    if (mostCents !== null && cents !== null && cents > mostCents) {
      const message = text("tooMuch", { amount: formatKes(mostCents) });
      return form.setError("amount_paid", { type: "max", message }, { shouldFocus: true });
    }
    const { early: way, ...body } = fields;
    const outcome = await pay.run({
      params: { id: loan.loan_id },
      body: ways.length > 0 && way !== "ahead" ? { ...body, early: way } : body,
    });
    if (outcome.ok || outcome.error.stored) {
      forget();
      onPaid();
    } else showFieldErrors(form, outcome.error.errors);
  });

  const fill = (amount: Cents) =>
    form.setValue("amount_paid", String(toKes(amount)), {
      shouldDirty: true,
      shouldValidate: true,
    });
  const fillIn = ({ code, amountCents, at }: MpesaClaim) => {
    fill(amountCents);
    form.setValue("payment_Reference_Code", code, { shouldDirty: true, shouldValidate: true });
    form.setValue("paid_on", at.slice(0, 10), { shouldDirty: true });
  };

  return (
    <Form onSubmit={submit}>
      {quote.data && <Standing quote={quote.data} />}
      <div>
        <AmountField
          control={form.control}
          name="amount_paid"
          label={text("amountPaid")}
          help={mostCents !== null && text("payableHelp", { amount: formatKes(mostCents) })}
        />
        {quote.data && <Fill quote={quote.data} onFill={fill} />}
      </div>
      {ways.length > 0 && (
        <fieldset className="space-y-2">
          <legend className="mb-1.5 text-sm font-semibold">{text("early")}</legend>
          {ways.map((way) => (
            <Choice
              key={way.early}
              group="early"
              value={way.early}
              chosen={early}
              onChoose={() => form.setValue("early", way.early, { shouldDirty: true })}
              name={text(`ways.${way.early}`)}
            >
              <WayText way={way} />
            </Choice>
          ))}
        </fieldset>
      )}
      {isFlat && isMore && <p className="text-sm text-muted">{text("flat")}</p>}
      {head}
      <MpesaMessageField onClaim={fillIn} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <ReferenceField
          label={loans("reference")}
          help={loans("referenceHelp")}
          error={errors.payment_Reference_Code?.message}
          {...form.register("payment_Reference_Code")}
        />
        <DayField
          control={form.control}
          name="paid_on"
          label={text("paidOn")}
          help={text("paidOnHelp")}
          refused={quote.paidOnError}
          min={addDays(today(), -DAYS_AGO_MOST)}
          max={today()}
        />
      </div>
      <FormFoot>
        <Summary
          cents={cents}
          mostCents={mostCents}
          facts={{ loan: loan.loan_name, day: formatDay(paidOn) }}
        />
        <Button type="submit" busy={pay.busy} className="flex-none">
          {loans("submitPayment")}
        </Button>
      </FormFoot>
    </Form>
  );
}

type QuoteView = Quote & {
  /** What clears it, less what waits. */
  mostCents: Cents;
};

/** What the payment would do; nothing without a network. */
function useQuote(loan: Loan, { amountPaid, paidOn }: { amountPaid: string; paidOn: string }) {
  const found = useEndpoint(getPaymentQuote, {
    params: { id: loan.loan_id },
    query: {
      ...(readPositive(amountPaid) === null ? {} : { amount: amountPaid }),
      ...(paidOn === "" || paidOn === today() ? {} : { paid_on: paidOn }),
    },
    figuresOnly: true,
  });
  const data: QuoteView | undefined = found.data && {
    ...found.data,
    mostCents: sumCents([found.data.settlement, -found.data.waiting]),
  };
  return { data, paidOnError: found.error?.errors["paid_on"]?.[0] };
}

/** What is due, what comes next, and what clears the loan. */
function Standing({ quote }: { quote: QuoteView }) {
  const text = useTranslations("lendingForms");
  const { due, next, settlement, waiting } = quote;
  return (
    <Facts
      facts={[
        { label: text("due"), value: <Money amount={due} /> },
        ...(next === null
          ? []
          : [
              {
                label: text("nextDue", { day: formatDay(next.due_on) }),
                value: <Money amount={next.amount} />,
              },
            ]),
        { label: text("settlement"), value: <Money amount={settlement} /> },
        ...(waiting === 0 ? [] : [{ label: text("waits"), value: <Money amount={waiting} /> }]),
      ]}
    />
  );
}

/** Buttons that fill in what is due, the next row, or all of it. */
function Fill({ quote, onFill }: { quote: QuoteView; onFill: (cents: Cents) => void }) {
  const text = useTranslations("lendingForms");
  const { due, next, mostCents } = quote;
  const button = (key: "fillDue" | "fillNext" | "fillAll", cents: Cents) => (
    <Button
      variant="quiet"
      className="-ms-2 me-4 px-2! text-sm underline underline-offset-4"
      onClick={() => onFill(cents)}
    >
      {text(key, { amount: formatKes(cents) })}
    </Button>
  );
  const dueCents = sumCents([due]);
  const nextCents = next === null ? 0n : sumCents([next.amount]);
  return (
    <>
      {dueCents > 0n && dueCents < mostCents && button("fillDue", dueCents)}
      {nextCents > 0n && nextCents < mostCents && button("fillNext", nextCents)}
      {mostCents > 0n && button("fillAll", mostCents)}
    </>
  );
}

function WayText({ way }: { way: Quote["ways"][number] }) {
  const text = useTranslations("lendingForms");
  const facts = {
    amount: formatMoney(way.saves),
    count: way.instalments,
    day: way.last_due_on === null ? "–" : formatDay(way.last_due_on),
  };
  return (
    <>
      {unbroken(text(way.saves > 0 ? "waySaves" : "wayNothing", facts))}
      {way.usual !== null && (
        <span className="block text-muted">
          {unbroken(text("wayUsual", { amount: formatMoney(way.usual) }))}
        </span>
      )}
    </>
  );
}

type SummaryProps = {
  cents: Cents | null;
  mostCents: Cents | null;
  facts: { loan: string; day: string };
};

/** What will happen, with the exact amounts, beside the button that does it (SCR-24). */
function Summary({ cents, mostCents, facts }: SummaryProps) {
  const text = useTranslations("lendingForms");
  if (cents === null) return <p className="text-sm text-muted">{text("payEmpty")}</p>;
  if (mostCents !== null && cents > mostCents)
    return (
      <p className="text-sm text-muted">
        {unbroken(text("tooMuch", { amount: formatKes(mostCents) }))}
      </p>
    );
  return (
    <p aria-live="polite" className="text-sm">
      <strong className="block font-semibold">
        {unbroken(
          text(cents === mostCents ? "paySummaryAll" : "paySummary", {
            ...facts,
            amount: formatKes(cents),
          }),
        )}
      </strong>{" "}
      <span className="text-muted">{text("payNote")}</span>
    </p>
  );
}
