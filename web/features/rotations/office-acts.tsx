// What both offices do in a merry-go-round: pay a turn out (ROT-5), take what somebody owes from their savings (ROT-8).
import { useState } from "react";
import { useTranslations } from "use-intl";
import {
  payOutTurn,
  type Rotation,
  type RotationMember,
  type RotationTurn,
  settleRotation,
} from "#endpoints/rotations.ts";
import type { Office } from "#domain/permissions.ts";
import { ReasonForm } from "#web/api/reason-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

type ActsProps = { rotation: Rotation; office: Office };

/** Turns whose day has come and for which something is there. */
export function ToPayOut({ rotation, office }: ActsProps) {
  const text = useTranslations("rotations.payOut");
  const turns = rotation.turns.filter(
    ({ state, pays, kept_back: retained }) => state !== "coming" && pays + retained > 0,
  );
  if (turns.length === 0) return null;
  return (
    <section className="space-y-3 rounded-control border border-line p-4">
      <h4 className="font-semibold">{text("title")}</h4>
      <p className="text-sm text-muted">{text("text")}</p>
      {turns.map((turn) => (
        <PayOut key={turn.id} turn={turn} office={office} />
      ))}
    </section>
  );
}

function PayOut({ turn, office }: { turn: RotationTurn; office: Office }) {
  const text = useTranslations("rotations.payOut");
  const { offices } = useUiTexts();
  const payOut = useAction(payOutTurn);
  const member = turn.receiver.full_name;
  const { waits_for: other, pays, kept_back: retained } = turn;
  if (other !== null && other !== office)
    return <p>{text("waits", { member, office: offices[other] })}</p>;
  const label =
    pays === 0
      ? text("settled", { amount: formatMoney(retained), member })
      : text("button", { amount: formatMoney(pays), member });
  return (
    <div className="space-y-2">
      {pays > 0 && retained > 0 && (
        <p className="text-sm">
          {unbroken(text("retained", { amount: formatMoney(retained), member }))}
        </p>
      )}
      <Button
        busy={payOut.busy}
        onClick={() => void payOut.run({ params: { id: turn.id }, body: { amount_seen: pays } })}
      >
        {unbroken(label)}
      </Button>
    </div>
  );
}

/** Members who owe now. */
export function Owed({ rotation, office }: ActsProps) {
  const text = useTranslations("rotations.settle");
  const { offices } = useUiTexts();
  const [chosen, setChosen] = useState<RotationMember | null>(null);
  const owing = rotation.members.filter((each) => each.owes_now > 0);
  if (owing.length === 0) return null;
  const close = () => setChosen(null);
  return (
    <section className="space-y-3 rounded-control border border-line p-4">
      <h4 className="font-semibold">{text("title")}</h4>
      <ul className="divide-y divide-line">
        {owing.map((each) => {
          const other = each.settling_waits_for;
          return (
            <li
              key={each.member.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="wrap-anywhere">{each.member.full_name}</span>
              <Money amount={each.owes_now} className="font-semibold" />
              {other !== null && other !== office ? (
                <span className="text-sm text-muted">
                  {text("waits", { office: offices[other] })}
                </span>
              ) : (
                <Button variant="quiet" onClick={() => setChosen(each)}>
                  {text("button")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Modal
        open={chosen !== null}
        onClose={close}
        title={text("heading")}
        description={rotation.name}
      >
        {chosen !== null && <SettleForm rotation={rotation} owing={chosen} onDone={close} />}
      </Modal>
    </section>
  );
}

type SettleProps = { rotation: Rotation; owing: RotationMember; onDone: () => void };

function SettleForm({ rotation, owing, onDone }: SettleProps) {
  const text = useTranslations("rotations.settle");
  const settle = useAction(settleRotation);
  const { member } = owing;
  const amount = formatMoney(owing.owes_now);
  return (
    <ReasonForm
      draft={`settle ${rotation.id} ${member.id}`}
      label={text("reason")}
      required={text("required")}
      submit={text("submit", { amount })}
      busy={settle.busy}
      send={(reason) =>
        settle.run({ params: { id: rotation.id }, body: { member_id: member.id, reason } })
      }
      onDone={onDone}
    >
      <p>{unbroken(text("text", { member: member.full_name, amount }))}</p>
    </ReasonForm>
  );
}
