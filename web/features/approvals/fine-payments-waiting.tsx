import { useTranslations } from "use-intl";
import type { FinePayment } from "#contract/fines.ts";
import { formatMoment } from "#web/ui/day.ts";
import { ReferenceNote } from "./reference-note.tsx";
import { WaitingItemsTable, type WaitingListProps } from "./waiting-items-table.tsx";

/** Payments of fines that wait for the official. */
export function FinePaymentsWaiting(props: WaitingListProps<FinePayment>) {
  const text = useTranslations("approvals");
  return (
    <WaitingItemsTable
      {...props}
      caption={text("finePayment.caption")}
      own={text("own")}
      idOf={(row) => row.payment_id}
      amountOf={(row) => row.amount_paid}
      columns={[
        {
          key: "date",
          title: text("paymentDate"),
          cell: (row) => formatMoment(row.payment_date),
        },
        {
          key: "reference",
          title: text("reference"),
          cell: (row) => (
            <span className="block md:min-w-32">
              <ReferenceNote payment={row} />
            </span>
          ),
        },
      ]}
    />
  );
}
