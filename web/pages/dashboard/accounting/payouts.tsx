import { getRouteApi } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { getSettings } from "#endpoints/group.ts";
import { getMpesa } from "#endpoints/mpesa.ts";
import { getPayouts } from "#endpoints/mpesa-payouts.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { DuePayouts } from "#web/features/payouts/due-payouts.tsx";
import { PayoutCard } from "#web/features/payouts/payout-card.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Paging } from "#web/ui/paging.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import type { readPageSearch } from "#web/pages/search.ts";
import { BackLink, OfficeOnly, useDashboardTitle } from "../page-frame.tsx";

const route = getRouteApi("/dashboard/accounting/payouts");
const pageSize = 10;
const inPage = ({ page = 1 }: ReturnType<typeof readPageSearch>) => ({
  query: { page, page_size: pageSize },
});

/** Money out by M-PESA: what could leave, what waits for an office, and what became of the others (OUT-1 to OUT-5). */
export function PayoutsPage() {
  const text = useTranslations("payouts");
  useDashboardTitle(text("title"));
  return (
    <OfficeOnly needs="payouts.read" who="officials">
      <BackLink to="/dashboard/accounting">{text("back")}</BackLink>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <IfOn />
    </OfficeOnly>
  );
}

PayoutsPage.loader = ((prefetch, { may }) => {
  // The rest is only asked where M-PESA pays out.
  if (may("payouts.read")) prefetch(getMpesa);
}) satisfies PageLoader;

/** Nothing is asked where M-PESA pays nothing out: every answer would be a refusal. */
function IfOn() {
  const text = useTranslations("payouts");
  const { data, error, refetch } = useEndpoint(getMpesa, { figuresOnly: true });
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  // Giving back needs no shortcode that pays out.
  if (data.payouts || data.checks) return <Payouts paysOut={data.payouts} />;
  return <EmptyState drawing="coins" title={text("notSetUp")} hint={text("notSetUpHint")} />;
}

function Payouts({ paysOut }: { paysOut: boolean }) {
  const text = useTranslations("payouts");
  const { user, may } = useMember();
  const { page = 1 } = route.useSearch();
  const navigate = route.useNavigate();
  const { data, error, refetch } = useEndpoint(getPayouts, inPage({ page }));
  const settings = useEndpoint(getSettings);
  const isOn = settings.data?.mpesa_payouts === true;
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined || settings.isPending) return <Skeleton className="h-40" />;
  const { payouts, count } = data;
  return (
    <div className="max-w-[1000px] space-y-6">
      {!isOn && <Alert tone="note" title={text("off")} />}
      {isOn && paysOut && may("payouts.decide") && <DuePayouts />}
      <section aria-label={text("listTitle")} className="space-y-4">
        <h2 className="text-lg">{text("listTitle")}</h2>
        {payouts.length === 0 ? (
          <EmptyState title={text("none")} hint={text("final")} />
        ) : (
          payouts.map((payout) => (
            <PayoutCard
              key={payout.id}
              payout={payout}
              callerId={user.id}
              mayDecide={may("payouts.decide")}
            />
          ))
        )}
        <Paging
          page={page}
          pageSize={pageSize}
          count={count}
          onPage={(next) => void navigate({ search: { page: next } })}
        />
      </section>
    </div>
  );
}
