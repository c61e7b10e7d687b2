import { Outlet } from "@tanstack/react-router";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getDues } from "#endpoints/dues.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { EnterForMember } from "#web/pages/dashboard/office-entry.tsx";
import { TabLinks, useDashboardTitle } from "../page-frame.tsx";

const base = "/dashboard/transactions";

/** The Finance Center (SCR-16): its tabs stay while the page below them changes. */
export function FinanceCenter() {
  const text = useTranslations("transactions");
  useDashboardTitle(text("title"));
  // Once there is a fund.
  const { data: dues } = useEndpoint(getDues, { figuresOnly: true });
  return (
    <>
      <header className="mb-1 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 md:mb-6">
        <div>
          <h1 className="text-2xl tracking-tight">{text("title")}</h1>
          <p className="mt-1 text-muted max-md:hidden">{text("subtitle")}</p>
        </div>
        <EnterButton />
      </header>
      <TabLinks
        label={text("tabs")}
        tabs={[
          { to: base, label: text("statement"), exact: true },
          { to: `${base}/contrib-payments`, label: text("contributions") },
          { to: `${base}/loan-payments`, label: text("loanPayments") },
          { to: `${base}/loan-applications`, label: text("loanApplications") },
          { to: `${base}/fines`, label: text("fines") },
          ...(dues?.funds === undefined
            ? []
            : [{ to: `${base}/funds` as const, label: text("fundPayments") }]),
        ]}
      />
      <Outlet />
    </>
  );
}

/** For the Treasurer and the Sec-Gen: opens the form that enters a payment for a member, whom they choose first. */
function EnterButton() {
  const text = useTranslations("transactions");
  const { may } = useMember();
  const [isOpen, setIsOpen] = useState(false);
  if (!may("approvals.list")) return null;
  return (
    <>
      <Button
        variant="secondary"
        icon={<UserPlus aria-hidden />}
        onClick={() => setIsOpen(true)}
        onPointerEnter={EnterForMember.fetch}
      >
        {text("enterForMember")}
      </Button>
      <Modal open={isOpen} onClose={() => setIsOpen(false)} title={text("enterForMember")}>
        <EnterForMember onEntered={() => setIsOpen(false)} />
      </Modal>
    </>
  );
}
