import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { Entry } from "#contract/ledger.ts";
import { formatAmount, sumKes } from "#web/ui/money.tsx";

type EntryPostingsProps = {
  postings: Entry["postings"];
  /** The member of these postings; each account links to its movement on that day. */
  entry?: Pick<Entry, "id" | "date">;
  caption: string;
  /** The name of an account on paper. */
  nameOf: (account: string) => string;
};

/** The postings of an entry, debits before credits, with both sums: as on paper. */
export function EntryPostings({ postings, entry, caption, nameOf }: EntryPostingsProps) {
  const text = useTranslations("ledger");
  const debits = postings.filter(({ debit_amount }) => debit_amount > 0);
  const credits = postings.filter(({ debit_amount }) => debit_amount === 0);

  return (
    <table className="w-full border-collapse text-[0.75rem] min-[400px]:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="py-1 text-start font-semibold wrap-anywhere">
            {text("account")}
          </th>
          <FigureHead title={text("debit")} />
          <FigureHead title={text("credit")} />
        </tr>
      </thead>
      <tbody>
        {[...debits, ...credits].map((posting, index) => (
          // The postings of an entry never change their places.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={index} className="border-t border-line align-top">
            <th
              scope="row"
              className={`py-1.5 text-start font-normal wrap-anywhere ${posting.debit_amount > 0 ? "" : "ps-4"}`}
            >
              {entry === undefined ? (
                nameOf(posting.account)
              ) : (
                <AccountLink entry={entry} account={posting.account}>
                  {nameOf(posting.account)}
                </AccountLink>
              )}
              <Concerns posting={posting} />
            </th>
            <Figure amount={posting.debit_amount} />
            <Figure amount={posting.credit_amount} />
          </tr>
        ))}
        <tr className="border-t border-b-[3px] border-ink [border-bottom-style:double]">
          <th scope="row" className="py-1.5 text-start font-bold">
            {text("total")}
          </th>
          <Figure amount={sumKes(debits.map(({ debit_amount }) => debit_amount))} bold />
          <Figure amount={sumKes(credits.map(({ credit_amount }) => credit_amount))} bold />
        </tr>
      </tbody>
    </table>
  );
}

/** Links to the account's postings on the entry's day, and from there to the reports (REP-14). */
function AccountLink(props: {
  entry: Pick<Entry, "id" | "date">;
  account: string;
  children: string;
}) {
  const { entry, account, children } = props;
  return (
    <Link
      to="/dashboard/accounting/postings"
      search={{ account, from: entry.date, to: entry.date, entry: entry.id }}
      className="underline decoration-line underline-offset-4 hover:decoration-ink"
    >
      {children}
    </Link>
  );
}

function FigureHead({ title }: { title: string }) {
  return (
    <th scope="col" className="py-1 ps-2 sm:w-24 text-end font-semibold lg:w-36">
      {title}
    </th>
  );
}

/** The member and the loan of a posting. */
function Concerns({ posting: { member, loan_id } }: { posting: Entry["postings"][number] }) {
  const text = useTranslations("ledger");
  if (member === null) return null;
  return (
    <span className="block text-muted">
      {member.full_name}
      {loan_id !== null && `, ${text("loan", { id: String(loan_id) })}`}
    </span>
  );
}

function Figure({ amount, bold = false }: { amount: number; bold?: boolean }) {
  return (
    <td
      className={`py-1.5 ps-2 text-end whitespace-nowrap tabular-nums ${bold ? "font-bold" : ""}`}
    >
      {amount === 0 ? null : formatAmount(amount)}
    </td>
  );
}
