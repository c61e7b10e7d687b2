import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useMember } from "#web/features/session/session.tsx";

type InTheBooksProps = {
  kind: "contribution" | "loan_payment" | "fine_payment";
  reference: string | null;
  status: string;
};

const linkClass =
  "mt-3 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4";

/** From a receipt to the books (REP-16): an official to the payment's entry, a member to the postings of their own. */
export function InTheBooks({ kind, reference, status }: InTheBooksProps) {
  const text = useTranslations("transactions");
  const { user, may } = useMember();
  if (status !== "approved" || reference === null || !may("reports.read")) return null;
  if (may("entries.read"))
    return (
      <Link
        data-print="never"
        to="/dashboard/accounting/entries"
        search={{ search: reference, kind }}
        className={linkClass}
      >
        {text("inTheBooks")}
      </Link>
    );
  return (
    <Link
      data-print="never"
      to="/dashboard/accounting/postings"
      search={{ account: "bank", member: user.id }}
      className={linkClass}
    >
      {text("inTheBooks")}
    </Link>
  );
}
