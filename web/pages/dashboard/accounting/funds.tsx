import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { closeFund, type FundView, getFunds } from "#endpoints/funds.ts";
import { getWaiting } from "#endpoints/waiting.ts";
import { useAction } from "#web/api/use-action.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { FundList, MovementsLink } from "#web/features/funds/fund-list.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { waitingLists } from "../approvals/waiting-lists.ts";
import { useWhatWaits } from "../what-waits.ts";
import { OwnWhereToPay } from "../where-to-pay.tsx";
import { BooksPage, prefetchGroupSettings, useGroupSettings } from "./books-page.tsx";

const PayFundForm = onDemand(
  "pay-fund",
  async () => (await import("#web/features/funds/pay-fund-form.tsx")).PayFundForm,
);
const FundForm = onDemand(
  "fund-form",
  async () => (await import("#web/features/funds/fund-form.tsx")).FundForm,
);

/** What the group's funds hold, and paying into one; the Chairperson makes them (FUND-1 to FUND-7). */
export function FundsPage() {
  const text = useTranslations("funds");
  const { may } = useMember();
  return (
    <BooksPage title={text("title")}>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      {may("fund-payments.decide") && <WaitingPayments />}
      <Funds />
    </BooksPage>
  );
}

FundsPage.loader = ((prefetch, { may }) => {
  if (!may("reports.read")) return;
  prefetch(getFunds);
  prefetchGroupSettings(prefetch);
  if (may("fund-payments.decide")) prefetch(getWaiting);
}) satisfies PageLoader;

/** How many payments into funds wait for the caller's office, with the way to them. */
function WaitingPayments() {
  const text = useTranslations("funds");
  const { counts } = useWhatWaits();
  const count = counts?.fund_payment ?? 0;
  if (count === 0) return null;
  return (
    <div className="mb-4 md:mb-6">
      <Alert
        tone="waiting"
        title={text("waiting", { count })}
        action={
          <Link to={waitingLists.fund_payment} className={buttonClass("secondary")}>
            {text("toApprovals")}
          </Link>
        }
      >
        {text("waitingText")}
      </Alert>
    </div>
  );
}

const MoveFundForm = onDemand(
  "move-fund",
  async () => (await import("#web/features/funds/move-fund-form.tsx")).MoveFundForm,
);

/** What is open above the list: a form of a fund, null for a new one. */
type Opened =
  | { form: "pay" | "change" | "spend" | "transfer"; fund: FundView }
  | { form: "make"; fund: null };

function Funds() {
  const text = useTranslations("funds");
  const { may } = useMember();
  const settings = useGroupSettings();
  const { data, error, refetch } = useEndpoint(getFunds);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined || settings === undefined) return <Skeleton className="h-64" />;
  const mayMake = settings.meetings && may("funds.manage");
  return (
    <div className="space-y-4 md:space-y-6">
      {mayMake && (
        <Button
          icon={<Plus aria-hidden />}
          className="max-md:w-full"
          onClick={() => setOpened({ form: "make", fund: null })}
        >
          {text("form.button")}
        </Button>
      )}
      {data.funds.length === 0 ? (
        <Card>
          <EmptyState
            drawing="coins"
            title={text(settings.meetings ? "none" : "off")}
            hint={text(settings.meetings ? "noneHint" : "offHint")}
          />
        </Card>
      ) : (
        <>
          <FundList
            funds={data.funds}
            total={data.total}
            actsOn={(fund) =>
              !fund.closed && <ActsOn fund={fund} mayMove={settings.meetings} open={setOpened} />
            }
          />
          {data.funds.some((fund) => fund.paid_in > 0) && (
            <MovementsLink className={buttonClass("secondary", "max-md:w-full")} />
          )}
        </>
      )}
      <Modal
        open={opened !== null}
        onClose={close}
        title={opened === null ? "" : titleOf(text, opened)}
      >
        {opened?.form === "pay" && (
          <PayFundForm fund={opened.fund} head={<OwnWhereToPay />} onPaid={close} />
        )}
        {(opened?.form === "make" || opened?.form === "change") && (
          <FundForm fund={opened.fund} onDone={close} />
        )}
        {(opened?.form === "spend" || opened?.form === "transfer") && (
          <MoveFundForm
            what={opened.form}
            fund={opened.fund}
            funds={data.funds.filter(({ closed }) => !closed)}
            onDone={close}
          />
        )}
      </Modal>
    </div>
  );
}

type Text = ReturnType<typeof useTranslations<"funds">>;

function titleOf(text: Text, opened: Opened): string {
  switch (opened.form) {
    case "pay":
      return text("pay.title", { fund: opened.fund.name });
    case "spend":
    case "transfer":
      return text(`move.${opened.form}Title`, { fund: opened.fund.name });
    case "make":
    case "change":
      return text(`form.${opened.form}`);
  }
}

type ActsOnProps = {
  fund: FundView;
  /** Whether meetings are on. */
  mayMove: boolean;
  open: (opened: Opened) => void;
};

function ActsOn({ fund, mayMove, open }: ActsOnProps) {
  const text = useTranslations("funds");
  const { may } = useMember();
  const end = useAction(closeFund);
  return (
    <>
      {may("funds.pay") && (
        <Button onClick={() => open({ form: "pay", fund })}>{text("pay.button")}</Button>
      )}
      {mayMove && may("funds.move") && (
        <>
          <Button
            variant="secondary"
            disabled={fund.balance === 0}
            onClick={() => open({ form: "spend", fund })}
          >
            {text("move.spend")}
          </Button>
          <Button variant="secondary" onClick={() => open({ form: "transfer", fund })}>
            {text("move.transfer")}
          </Button>
        </>
      )}
      {may("funds.manage") && (
        <>
          <Button variant="secondary" onClick={() => open({ form: "change", fund })}>
            {text("form.change")}
          </Button>
          {fund.balance === 0 && (
            <Button
              variant="quiet"
              busy={end.busy}
              onClick={() => void end.run({ params: { id: fund.id } })}
            >
              {text("close")}
            </Button>
          )}
        </>
      )}
    </>
  );
}
