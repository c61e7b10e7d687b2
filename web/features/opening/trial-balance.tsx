import { useTranslations } from "use-intl";
import type { Opening } from "#contract/opening.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { formatAmount as formatCents } from "#domain/money.ts";
import { Card } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatAmount, sumCents } from "#web/ui/money.tsx";

/** The sheet's balance of each account, with both sums and their difference if there is one. */
export function TrialBalance({ date, totals }: Pick<Opening, "date" | "totals">) {
  const text = useTranslations("opening.totals");
  const nameOf = useTranslations("accounts");
  const debit = sumCents(totals.map((row) => row.debit));
  const credit = sumCents(totals.map((row) => row.credit));
  const difference = debit - credit;
  return (
    <Card title={text("title")}>
      <p className="mb-2 text-sm text-muted">{text("note")}</p>
      <table className="w-full border-collapse text-[0.8125rem] min-[400px]:text-sm md:text-base">
        <caption className="sr-only">{text("of", { day: formatDay(date) })}</caption>
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <th scope="col" className="py-2 text-start font-semibold">
              {text("account")}
            </th>
            <th scope="col" className={headClass}>
              {text("debit")}
            </th>
            <th scope="col" className={headClass}>
              {text("credit")}
            </th>
          </tr>
        </thead>
        <tbody>
          {totals.map((row) => {
            const code = accounts.find((account) => account.code === row.account)?.code;
            return (
              <tr key={row.account} className="border-b border-line">
                <th scope="row" className="py-2 text-start font-normal wrap-anywhere hyphens-auto">
                  {code === undefined ? row.account : nameOf(code)}
                </th>
                <Figure amount={row.debit} />
                <Figure amount={row.credit} />
              </tr>
            );
          })}
        </tbody>
        <tfoot className="table-row-group">
          <tr className="border-b-[3px] border-ink font-bold [border-bottom-style:double]">
            <th scope="row" className="py-2 text-start font-bold">
              {text("total")}
            </th>
            <td className={figureClass}>{formatCents(debit)}</td>
            <td className={figureClass}>{formatCents(credit)}</td>
          </tr>
          {difference !== 0n && (
            <tr className="font-bold text-bad">
              <th scope="row" className="py-2 text-start font-bold">
                {text("difference")}
              </th>
              <td className={figureClass}>{difference > 0n ? formatCents(difference) : ""}</td>
              <td className={figureClass}>{difference < 0n ? formatCents(-difference) : ""}</td>
            </tr>
          )}
        </tfoot>
      </table>
    </Card>
  );
}

const headClass = "py-2 ps-1 text-end font-semibold md:ps-6 lg:w-44";
const figureClass = "py-2 ps-1 text-end whitespace-nowrap tabular-nums md:ps-6";

/** The empty side is blank on screen, and read out as zero. */
function Figure({ amount }: { amount: number }) {
  return (
    <td className={figureClass}>
      {amount === 0 ? (
        <span className="text-muted">
          <span aria-hidden>–</span>
          <span className="sr-only">0.00</span>
        </span>
      ) : (
        formatAmount(amount, true)
      )}
    </td>
  );
}
