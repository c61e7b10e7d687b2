import { useState } from "react";
import { useTranslations } from "use-intl";
import { getUsers } from "#contract/members.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { CommonersTable } from "#web/features/members/commoners-table.tsx";
import { SummaryDialogs } from "./summary-dialogs.tsx";

/** The tab Commoners (SCR-22): members without an office, and what each has and owes, side by side. */
export function CommonersSummaryPage() {
  const text = useTranslations("summaries");
  const [openId, setOpenId] = useState<number | null>(null);
  const found = useEndpoint(getUsers);
  const commoners = found.data?.users.filter(
    (user) => user.user_groups.length === 0 && user.status !== "pending_approval",
  );
  return (
    <>
      <h2 className="mb-4 text-xl">{text("commonersTitle")}</h2>
      <CommonersTable
        users={commoners}
        error={found.error?.detail}
        onRetry={() => void found.refetch()}
        onOpen={(user) => setOpenId(user.id)}
      />
      <SummaryDialogs
        user={commoners?.find((user) => user.id === openId)}
        dialog="summary"
        onClose={() => setOpenId(null)}
      />
    </>
  );
}
