import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getContributions } from "#endpoints/contributions.ts";
import { getGroup } from "#endpoints/group.ts";
import { formatKes, toKes } from "#domain/money.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import { monthsToPay } from "#web/features/contributions/paid-up-to.ts";
import { Alert } from "#web/ui/alert.tsx";
import { today } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { onDemand } from "#web/ui/on-demand.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { centsOf, useOwed } from "./own-dues.tsx";
import { OwnWhereToPay } from "./where-to-pay.tsx";

export const PayContributionForm = onDemand(
  "pay-contribution",
  async () =>
    (await import("#web/features/contributions/pay-contribution-form.tsx")).PayContributionForm,
);

type PayContributionDialogProps = {
  open: boolean;
  /** Prefills what is owed, or what is due next, instead of the monthly contribution. */
  isDue?: boolean;
  onClose: () => void;
  onPaid: () => void;
  onShowReceipt: (contributionId: number) => void;
};

/** The payment form above a list of contributions. It appears once its prefilled amount is known. */
export function PayContributionDialog(props: PayContributionDialogProps) {
  const { open, isDue = false, onClose, onPaid, onShowReceipt } = props;
  const text = useTranslations("contributions");
  const group = useEndpoint(getGroup);
  const own = useEndpoint(getContributions);
  const receipts = own.data?.monthly_contributions_receipts;
  const monthlyContribution = group.data?.monthly_contribution;
  const form = {
    monthlyContribution,
    months: monthsToPay(receipts ?? [], today(), own.data?.brought_forward?.paid_up_to),
    onPaid,
    onShowReceipt,
  };
  return (
    <Modal
      open={open && receipts !== undefined && !group.isPending}
      onClose={onClose}
      title={text("pay")}
    >
      {isDue ? (
        <WithDues>
          {({ offered, note }) => (
            <PayContributionForm
              {...form}
              offered={offered ?? monthlyContribution}
              head={
                <>
                  {note}
                  <OwnWhereToPay />
                </>
              }
            />
          )}
        </WithDues>
      ) : (
        <PayContributionForm {...form} offered={monthlyContribution} head={<OwnWhereToPay />} />
      )}
    </Modal>
  );
}

type Filled = {
  /** KES; undefined if it could not be loaded, and the form then opens without it. */
  offered: number | undefined;
  /** What is left to pay after this payment, if anything is. */
  note: ReactNode;
};

/** Gives its payment form the contributions that are owed, or else the next one, once these are known. */
function WithDues({ children }: { children: (filled: Filled) => ReactNode }) {
  const text = useTranslations("payTo");
  const { owed, failed } = useOwed();
  if (failed !== null) return children({ offered: undefined, note: null });
  if (owed === undefined) return <Skeleton className="h-152 sm:h-140" />;
  const own = owed.parts.find(({ kind }) => kind === "contributions");
  const rest = owed.parts.filter((part) => part !== own);
  const offered = own === undefined ? owed.dues.contributions.next?.amount : toKes(own.cents);
  const note = own !== undefined && rest.length > 0 && (
    <Alert tone="note">
      {text("partOf", { first: formatKes(own.cents), rest: formatKes(centsOf(rest)) })}
    </Alert>
  );
  return children({ offered, note });
}
