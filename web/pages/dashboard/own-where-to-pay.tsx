import { addDays, nairobiDate } from "#domain/calendar.ts";
import { useMember } from "#web/features/session/session.tsx";
import { formatDay, today } from "#web/ui/day.ts";
import { WhereToPay } from "#web/ui/where-to-pay.tsx";

/** A thief who sends payments elsewhere is found out within the days in which members pay. */
const newForDays = 14;

/** Where the group is paid, as the signed-in member sees it above a payment form (PAY-23). */
export function OwnWhereToPay() {
  const { user } = useMember();
  const changedAt = user.pay_to_changed_at;
  const changed = changedAt === undefined ? null : nairobiDate(new Date(changedAt));
  const isNew = changed !== null && addDays(changed, newForDays) >= today();
  return (
    <WhereToPay
      // An answer stored by an earlier version has none.
      ways={user.pay_to ?? []}
      regNumber={user.reg_number}
      changedOn={isNew ? formatDay(changed) : null}
    />
  );
}
