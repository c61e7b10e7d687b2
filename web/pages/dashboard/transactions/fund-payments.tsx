import { FUND_PAYMENT } from "#domain/payments/payment-kinds.ts";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import { getTransactions } from "#endpoints/transactions.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { PaymentsTable } from "#web/features/transactions/payment-tables.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { ThumbBar } from "#web/ui/page.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { holdsDialog } from "../list-in-address.ts";
import { ReceiptDialog } from "./receipt-dialog.tsx";

const route = getRouteApi("/dashboard/transactions/funds");

/** What the member paid into funds, with the receipts (FUND-7). */
export function FundPaymentsPage() {
  const text = useTranslations("transactions");
  const { user, may } = useMember();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const payments = useEndpoint(getTransactions, { query: { kind: FUND_PAYMENT } });
  const open = payments.data?.transactions.find((each) => each.id === search.receipt);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{text("fundPaymentsTitle")}</h2>
        {may("funds.pay") && (
          <ThumbBar>
            <Link to="/dashboard/accounting/funds" className={buttonClass("primary", "w-full")}>
              {text("payFund")}
            </Link>
          </ThumbBar>
        )}
      </div>
      <PaymentsTable
        kind={FUND_PAYMENT}
        rows={payments.data?.transactions}
        filtered={false}
        error={payments.error?.detail}
        onRetry={() => void payments.refetch()}
      />
      <ReceiptDialog
        open={search.receipt !== undefined && payments.data !== undefined}
        kind={FUND_PAYMENT}
        payment={
          open && {
            ...open,
            member: { ...user, full_name: `${user.first_name} ${user.last_name}` },
          }
        }
        notFound={text("notFound")}
        onClose={() =>
          void navigate({ search: {}, replace: holdsDialog(search), resetScroll: false })
        }
      />
    </>
  );
}

FundPaymentsPage.loader = ((prefetch) => {
  prefetch(getDues);
  prefetch(getTransactions, { query: { kind: FUND_PAYMENT } });
}) satisfies PageLoader;
