// Pay now (ASK-1): asks one's own phone to pay, and shows what becomes of it, also after a reload or in a second tab.
import { CONTRIBUTION, FINE_PAYMENT, LOAN_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { PlainDate } from "#domain/calendar.ts";
import type { Cents } from "#domain/money.ts";
import { askToPay, getAsks, type Ask } from "#endpoints/mpesa.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { Button } from "#web/ui/button.tsx";
import { formatMonth } from "#web/ui/day.ts";
import { Form } from "#web/ui/form.tsx";
import { fieldAmount, MoneyField, readPositive } from "#web/ui/money-field.tsx";
import { AskProgress } from "./ask-progress.tsx";
import { ageOf, isUnsettled } from "./watch-ask.ts";

/** What is paid. */
export type AskedFor =
  | { kind: typeof CONTRIBUTION; month: PlainDate }
  | { kind: typeof LOAN_PAYMENT; loanId: number }
  | { kind: typeof FINE_PAYMENT };

export type PayNowCardProps = {
  askedFor: AskedFor;
  /** Filled in as the amount, rounded down to whole shillings. */
  offeredCents: Cents | undefined;
  /** One's own confirmed phone, masked. */
  phone: string;
  onPaid: () => void;
};

/** An answer that the member may not have seen yet is shown for this long. */
const NEWS_MS = 600_000;
/** Asks whose end the member has seen and left, while this page lives. */
const left = new Set<number>();
const LATEST = { query: { page: 1, page_size: 10 } };

export function PayNowCard({ askedFor, offeredCents, phone, onPaid }: PayNowCardProps) {
  const text = useTranslations("mpesa");
  const asks = useEndpoint(getAsks, LATEST);
  const [made, setMade] = useState<Ask | null>(null);
  const [leftNow, setLeftNow] = useState(0);
  if (asks.isPending) return null;
  const known = [...(made === null ? [] : [made]), ...(asks.data?.asks ?? [])];
  const ask = known.find((each) => isFor(each, askedFor));
  const leave = ({ id }: Ask) => {
    left.add(id);
    setLeftNow(id);
  };
  const isShown =
    ask !== undefined &&
    !left.has(ask.id) &&
    ask.id !== leftNow &&
    (isUnsettled(ask) || ageOf(ask) < NEWS_MS);
  return (
    <>
      <section
        aria-label={text("title")}
        className="flex flex-col gap-3 rounded-card border border-line bg-card p-4"
      >
        <h3 className="text-lg">{text("title")}</h3>
        {isShown ? (
          <AskProgress
            ask={ask}
            onAgain={() => leave(ask)}
            onDone={() => {
              leave(ask);
              onPaid();
            }}
          />
        ) : (
          <AskForm
            askedFor={askedFor}
            offeredCents={offeredCents}
            phone={phone}
            onAsked={setMade}
            // Perhaps another tab has asked.
            onRefused={() => void asks.refetch()}
          />
        )}
      </section>
      <h3 className="mt-6 mb-2 text-lg">{text("byHand")}</h3>
    </>
  );
}

function isFor(ask: Ask, askedFor: AskedFor): boolean {
  const loanId = askedFor.kind === LOAN_PAYMENT ? askedFor.loanId : null;
  return ask.kind === askedFor.kind && ask.loan_id === loanId;
}

type AskFormProps = Omit<PayNowCardProps, "onPaid"> & {
  onAsked: (ask: Ask) => void;
  onRefused: () => void;
};

const MOST_CENTS = 25_000_000n;

function AskForm({ askedFor, offeredCents, phone, onAsked, onRefused }: AskFormProps) {
  const text = useTranslations("mpesa");
  const ask = useAction(askToPay);
  const [amount, setAmount] = useState(() => wholeShillings(offeredCents));
  const [refusal, setRefusal] = useState<string>();
  const submit = async () => {
    const cents = readPositive(amount);
    if (cents === null || cents % 100n !== 0n || cents > MOST_CENTS)
      return setRefusal(text("amountWhole"));
    const outcome = await ask.run({ body: bodyOf(askedFor, cents) });
    if (outcome.ok) return onAsked(outcome.reply.ask);
    const { errors } = outcome.error;
    setRefusal(errors["amount"]?.[0]);
    onRefused();
  };
  return (
    <Form
      onSubmit={async (event) => {
        event.preventDefault();
        await submit();
      }}
    >
      <MoneyField
        label={text("amount")}
        value={amount}
        onValueChange={(typed) => {
          setAmount(typed);
          setRefusal(undefined);
        }}
        error={refusal}
        help={
          askedFor.kind === CONTRIBUTION && text("forMonth", { month: formatMonth(askedFor.month) })
        }
      />
      <p className="text-sm text-muted">{text("phone", { phone })}</p>
      <Button type="submit" busy={ask.busy}>
        {text("pay")}
      </Button>
    </Form>
  );
}

function wholeShillings(cents: Cents | undefined): string {
  return cents === undefined || cents < 100n ? "" : fieldAmount(cents - (cents % 100n));
}

function bodyOf(askedFor: AskedFor, cents: Cents) {
  const amount = String(cents / 100n);
  if (askedFor.kind === LOAN_PAYMENT)
    return { kind: askedFor.kind, amount, loan_id: askedFor.loanId };
  if (askedFor.kind === FINE_PAYMENT) return { kind: askedFor.kind, amount };
  return { kind: askedFor.kind, amount, contribution_month: askedFor.month };
}
