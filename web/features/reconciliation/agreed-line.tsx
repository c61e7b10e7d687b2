import { useTranslations } from "use-intl";
import { getReconciliation } from "#contract/reconciliation.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";

/**
 * Up to which day both offices accept that books and bank agree (STAT-36); before the first reconciliation, what the
 * page is for.
 */
export function AgreedLine() {
  const text = useTranslations("reconciliation");
  const { data } = useEndpoint(getReconciliation);
  if (data === undefined || data.to === null) return text("text");
  if (data.agreed_to === null) return text("notAgreed");
  return text("agreed", {
    date: formatDay(data.agreed_to),
    amount: formatMoney(data.agreed_difference ?? 0),
  });
}
