// The rows of a loan that a payment paid (LEND-3): on its receipt, and in the words that are sent.
import { useTranslations } from "use-intl";
import type { PaymentReceipt } from "#endpoints/transactions.ts";
import { Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney, sumKes } from "#web/ui/money.tsx";

type Text = ReturnType<typeof useTranslations<"receipts">>;

/** Each with its name, its sum in KES, and what of it is interest; none of any other payment. */
function rowsOf({ allocation = [], early_principal: early = 0 }: PaymentReceipt, text: Text) {
  const rows = allocation.map(({ number, due_on, interest, principal }) => {
    const date = formatDay(due_on);
    return {
      name:
        number === null
          ? text("upTo", { date })
          : text("instalment", { number: String(number), date }),
      total: sumKes([interest, principal]),
      ofWhich:
        interest === 0 || principal === 0
          ? null
          : text("ofWhich", { interest: formatMoney(interest), principal: formatMoney(principal) }),
    };
  });
  if (early === 0) return rows;
  return [...rows, { name: text("early"), total: early, ofWhich: null }];
}

export function PaidRows({ receipt }: { receipt: PaymentReceipt }) {
  const text = useTranslations("receipts");
  const rows = rowsOf(receipt, text);
  if (rows.length === 0) return null;
  return (
    <>
      <h3 className="mt-6 mb-1 font-semibold">{text("instalments")}</h3>
      <Facts
        facts={rows.map(({ name, total, ofWhich }) => ({
          label: name,
          value: (
            <>
              {formatMoney(total)}
              {ofWhich !== null && (
                <span className="block text-sm font-normal text-muted">{ofWhich}</span>
              )}
            </>
          ),
        }))}
      />
    </>
  );
}

/** A line for each row. */
export const paidRowLines = (receipt: PaymentReceipt, text: Text): string[] =>
  rowsOf(receipt, text).map(({ name, total }) =>
    text("rowLine", { row: name, amount: formatMoney(total) }),
  );
