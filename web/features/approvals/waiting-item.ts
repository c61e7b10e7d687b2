import type { Contribution } from "#contract/contributions.ts";
import type { Loan } from "#contract/loans.ts";
import type { Office } from "#domain/permissions.ts";
import { otherOffice } from "./other-office.ts";

/** What payments and applications have in common while they wait for an office. */
export type WaitingItem = Pick<Contribution, "member" | "own_item" | "approval_status"> & {
  /** Of a loan: the office in whose place the Chairperson is asked. */
  acting_for?: Loan["acting_for"];
};

/** What the other office has said so far. */
export function otherVerdict(item: WaitingItem, office: Office | null) {
  const other = otherOffice(item.acting_for ?? office);
  return item.approval_status.find(({ role }) => role === other)?.action ?? "pending_approval";
}
