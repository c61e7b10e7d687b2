import { useTranslations } from "use-intl";
import { addDays, nairobiDate } from "#domain/calendar.ts";
import { asksForRegNo, type PayTo } from "#domain/payments/pay-to.ts";
import { useMember } from "#web/features/session/session.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { formatDay, today } from "#web/ui/day.ts";

/** A change is shown as new for this many days, in which members pay and notice a thief's account. */
const newForDays = 14;

/** Where to pay the group, as the signed-in member sees it above a payment form (PAY-23). */
export function OwnWhereToPay() {
  const { user } = useMember();
  const changedAt = user.pay_to_changed_at;
  const changed = changedAt === undefined ? null : nairobiDate(new Date(changedAt));
  const isNew = changed !== null && addDays(changed, newForDays) >= today();
  return (
    <WhereToPay
      // An answer stored by an earlier version has no `pay_to`.
      ways={user.pay_to ?? []}
      regNumber={user.reg_number}
      changedOn={isNew ? formatDay(changed) : null}
    />
  );
}

type WhereToPayProps = {
  ways: readonly PayTo[];
  /** The payer's own number, for an account that is `your Reg No`. */
  regNumber: string;
  /** "22 Nov 2026" if it changed recently. */
  changedOn: string | null;
};

/**
 * Where members pay the group, each number with Copy, above every form that reports a payment (PAY-23); empty if the
 * group has set none.
 */
function WhereToPay({ ways, regNumber, changedOn }: WhereToPayProps) {
  const text = useTranslations("payTo");
  if (ways.length === 0) return null;
  return (
    <section
      aria-labelledby="where-to-pay"
      className="rounded-control border border-line bg-paper px-3 py-2"
    >
      <h3 id="where-to-pay" className="text-sm font-semibold">
        {text("title")}
      </h3>
      <ul className="divide-y divide-line">
        {ways.map((way) => (
          <li key={`${way.kind} ${way.number} ${way.account}`} className="py-1">
            <Line
              label={text(`kinds.${way.kind}`)}
              value={way.number}
              note={way.name}
              copied={text("number")}
            />
            {way.account !== "" && (
              <Line
                label={text("account")}
                value={asksForRegNo(way.account) ? regNumber : way.account}
                note={asksForRegNo(way.account) ? text("yourRegNo") : null}
                copied={text("account")}
              />
            )}
          </li>
        ))}
      </ul>
      {changedOn !== null && (
        <p className="border-t border-line py-2 text-sm text-waiting">
          {text("changedOn", { day: changedOn })}
        </p>
      )}
    </section>
  );
}

type LineProps = { label: string; value: string; note: string | null; copied: string };

function Line({ label, value, note, copied }: LineProps) {
  return (
    <div className="flex items-center justify-between gap-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="text-sm text-muted">{label} </span>
        <span className="font-semibold tabular-nums">{value}</span>
        {note !== null && <span className="text-sm text-muted"> {note}</span>}
      </p>
      <CopyButton value={value} of={`${copied} ${value}`} />
    </div>
  );
}
