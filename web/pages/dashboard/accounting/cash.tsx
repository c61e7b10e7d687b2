import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { getCash } from "#endpoints/cash.ts";
import { getGroup } from "#endpoints/group.ts";
import { getLedger } from "#endpoints/ledger.ts";
import { getProposals } from "#endpoints/proposals.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { type Cash, CashBox } from "#web/features/cash/cash-box.tsx";
import { CountForm } from "#web/features/cash/count-form.tsx";
import { type Movement, movements } from "#web/features/cash/movements.ts";
import { accountName } from "#web/features/reports/accounts.ts";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { sumCents } from "#web/ui/money.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { BooksPage, prefetchGroupSettings, useGroupSettings } from "./books-page.tsx";

const MoveForm = onDemand(
  "move-cash",
  async () => (await import("#web/features/cash/move-form.tsx")).MoveForm,
);

/** The money at hand; Treasurer and Sec-Gen count and move it (CASH-1 to CASH-4). */
export function CashPage() {
  const text = useTranslations("cash");
  return (
    <BooksPage title={text("title")}>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <Waiting />
      <AtHand />
    </BooksPage>
  );
}

CashPage.loader = ((prefetch, { may }) => {
  if (!may("reports.read")) return;
  prefetch(getCash);
  prefetchGroupSettings(prefetch);
  if (may("proposals.read")) prefetch(getProposals);
}) satisfies PageLoader;

function AtHand() {
  const text = useTranslations("cash");
  const { may } = useMember();
  const settings = useGroupSettings();
  const { data: cash, error, refetch } = useEndpoint(getCash);
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (cash === undefined || settings === undefined) return <Skeleton className="h-64" />;
  if (!settings.meetings && cash.balance === 0 && cash.last_count === null)
    return (
      <Card>
        <EmptyState drawing="coins" title={text("off")} hint={text("offHint")} />
      </Card>
    );
  return (
    <div className="space-y-4 md:space-y-6">
      <CashBox
        cash={cash}
        movements={
          <Link
            to="/dashboard/accounting/postings"
            search={{ account: "cash" }}
            className={buttonClass("secondary")}
          >
            {text("movements")}
          </Link>
        }
      />
      {settings.meetings && may("cash.move") && <Moving cash={cash} />}
    </div>
  );
}

/** What one office proposed and the other has not agreed to, also after the group turned its meetings off. */
function Waiting() {
  const text = useTranslations("cash");
  const { may } = useMember();
  const { data } = useEndpoint(getProposals, { enabled: may("proposals.read") });
  const count = data?.proposals.filter((each) => each.moves_cash === true).length ?? 0;
  if (count === 0) return null;
  return (
    <Alert
      tone="waiting"
      title={text("waiting", { count })}
      action={
        <Link to="/dashboard/accounting/proposals" className={buttonClass("secondary")}>
          {text("toProposals")}
        </Link>
      }
    >
      {text("waitingText")}
    </Alert>
  );
}

function Moving({ cash }: { cash: Cash }) {
  const text = useTranslations("cash");
  const [opened, setOpened] = useState<Movement | "count" | null>(null);
  const close = () => setOpened(null);
  const titleOf = (act: Movement | "count") =>
    act === "count" ? text("count") : text(`moves.${act}.title`);
  return (
    <Card title={text("acts")}>
      <p className="mb-4 text-muted">{text("bothOffices")}</p>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button onClick={() => setOpened("count")}>{text("count")}</Button>
        {movements.map((each) => (
          <Button key={each} variant="secondary" onClick={() => setOpened(each)}>
            {titleOf(each)}
          </Button>
        ))}
      </div>
      <Modal open={opened !== null} onClose={close} title={opened === null ? "" : titleOf(opened)}>
        {opened === "count" && <CountForm books={cash.balance} onDone={close} />}
        {opened !== null && opened !== "count" && (
          <Move movement={opened} cash={cash} onDone={close} />
        )}
      </Modal>
    </Card>
  );
}

type MoveProps = { movement: Movement; cash: Cash; onDone: () => void };

/** Reads what the bank has when it opens: nothing else on the page shows it. */
function Move({ movement, cash, onDone }: MoveProps) {
  const group = useEndpoint(getGroup);
  const ledger = useEndpoint(getLedger);
  if (ledger.isError)
    return <LoadProblem detail={ledger.error.detail} onRetry={() => void ledger.refetch()} />;
  if (ledger.data === undefined) return <Skeleton className="h-64" />;
  return (
    <MoveForm
      key={movement}
      movement={movement}
      cashCents={sumCents([cash.balance])}
      bankCents={sumCents([ledger.data.ledger_balances["bank"] ?? 0])}
      bankName={accountName("bank", group.data?.bank_name)}
      onDone={onDone}
    />
  );
}
