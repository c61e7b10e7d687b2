import { useTranslations } from "use-intl";
import { getBadDebts } from "#contract/bad-debts.ts";
import { getAllContributions } from "#contract/contributions.ts";
import { getUsers } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { AllContributionsTable, GroupTotals } from "#web/features/members/group-figures.tsx";
import { loanBalance } from "#web/features/members/member.ts";
import { sumKes } from "#web/ui/money.tsx";

/** What all members have saved, borrowed and owe together, and each one's contributions. */
export function OverviewPage() {
  const text = useTranslations("summaries");
  const saved = useEndpoint(getAllContributions);
  const users = useEndpoint(getUsers);
  const debts = useEndpoint(getBadDebts);
  const rows = saved.data?.contributions;

  return (
    <div className="space-y-6">
      <GroupTotals
        totals={[
          {
            label: text("contributions"),
            amount: rows && sumKes(rows.map((each) => each.total_contributions)),
          },
          { label: text("loans"), amount: users.data && sumKes(users.data.users.map(loanBalance)) },
          { label: text("unpaidFines"), amount: saved.data?.unpaid_fines },
          {
            label: text("badDebts"),
            amount: debts.data && sumKes(debts.data.debts.map((each) => each.outstanding)),
          },
        ]}
      />
      <section>
        <h2 className="mb-4 text-xl">{text("allContributions")}</h2>
        <AllContributionsTable
          rows={rows}
          error={saved.error?.detail}
          onRetry={() => void saved.refetch()}
        />
      </section>
    </div>
  );
}
