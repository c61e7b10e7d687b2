import { useState, type ComponentType, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { officeOf, type Office } from "#domain/permissions.ts";
import type { WaitingListProps } from "#web/features/approvals/waiting-items-table.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BackLink } from "../back-link.tsx";
import { useDashboardTitle } from "../use-dashboard-title.ts";

type ApprovalListProps<Row> = {
  title: string;
  dialogTitle: string;
  rows: readonly Row[] | undefined;
  error: string | undefined;
  onRetry: () => void;
  idOf: (row: Row) => number;
  Table: ComponentType<WaitingListProps<Row>>;
  form: (row: Row, params: { office: Office | null; onDecided: () => void }) => ReactNode;
};

/** One kind of items that wait for the official, and the dialog to decide on one of them. */
export function ApprovalList<Row>(props: ApprovalListProps<Row>) {
  const { title, dialogTitle, rows, error, onRetry, idOf, Table, form } = props;
  const text = useTranslations("approvals");
  const { actor } = useMember();
  const office = officeOf(actor);
  const [decidingOn, setDecidingOn] = useState<number | null>(null);
  useDashboardTitle(title);

  const chosen = rows?.find((row) => idOf(row) === decidingOn);
  const close = () => setDecidingOn(null);

  return (
    <>
      <BackLink to="/dashboard/approvals">{text("back")}</BackLink>
      <PageHeader title={title} />
      <Table
        rows={rows}
        office={office}
        error={error}
        onRetry={onRetry}
        onDecide={(row) => setDecidingOn(idOf(row))}
      />
      <Modal open={chosen !== undefined} onClose={close} title={dialogTitle}>
        {chosen && form(chosen, { office, onDecided: close })}
      </Modal>
    </>
  );
}
