// One merry-go-round: what one owes and when one's turn is, then the turns, and how the order came about (ROT-1 to ROT-8).
import { useTranslations } from "use-intl";
import type { Rotation, RotationMember } from "#contract/rotations.ts";
import type { Office } from "#domain/permissions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { formatMoney, Money, unbroken } from "#web/ui/money.tsx";
import { CheckDraw } from "./check-draw.tsx";
import { Joining } from "./joining.tsx";
import { Owed, ToPayOut } from "./office-acts.tsx";
import { OwnActs } from "./own-acts.tsx";
import { TurnLines } from "./turn-lines.tsx";

const tones = { joining: "waiting", running: "good", ended: "plain" } as const;

type RotationCardProps = {
  rotation: Rotation;
  callerId: number;
  /** Whether they may join and pay. */
  mayTakePart: boolean;
  /** Whether they may draw the order. */
  mayManage: boolean;
  /** The caller's, if it pays turns out. */
  office: Office | null;
};

export function RotationCard(props: RotationCardProps) {
  const { rotation, callerId, mayTakePart, mayManage, office } = props;
  const text = useTranslations("rotations");
  const own = rotation.members.find(({ member }) => member.id === callerId);
  return (
    <Card
      level={3}
      title={rotation.name}
      aside={<Badge tone={tones[rotation.status]}>{text(`status.${rotation.status}`)}</Badge>}
    >
      <div className="space-y-4">
        <p className="text-sm text-muted">
          {unbroken(
            text("terms", {
              amount: formatMoney(rotation.amount),
              every: text(`every.${rotation.every}`).toLowerCase(),
              day: formatDay(rotation.first_on),
            }),
          )}
        </p>
        {rotation.status === "joining" ? (
          <Joining
            rotation={rotation}
            isIn={own !== undefined}
            mayTakePart={mayTakePart}
            mayManage={mayManage}
          />
        ) : (
          <>
            {own !== undefined && <Own rotation={rotation} own={own} />}
            {own !== undefined && mayTakePart && <OwnActs rotation={rotation} own={own} />}
            {office !== null && <ToPayOut rotation={rotation} office={office} />}
            {office !== null && <Owed rotation={rotation} office={office} />}
            <TurnLines rotation={rotation} />
            <Disclosure label={text("draw.label")}>
              <CheckDraw rotation={rotation} />
            </Disclosure>
          </>
        )}
      </div>
    </Card>
  );
}

function Own({ rotation, own }: { rotation: Rotation; own: RotationMember }) {
  const text = useTranslations("rotations");
  const turn = rotation.turns.find(({ receiver }) => receiver.id === own.member.id);
  const next = rotation.turns.find(({ state }) => state !== "paid_out");
  return (
    <section className="rounded-control bg-sunken px-4 py-2">
      <h4 className="font-semibold">{text("own.title")}</h4>
      {own.owes_now > 0 ? (
        <p>
          <span className="block text-sm text-muted">{text("own.owesNow")}</span>
          <Money amount={own.owes_now} size="large" />
        </p>
      ) : (
        <p>{text("own.nothing")}</p>
      )}
      <Facts
        facts={[
          ...(next === undefined
            ? []
            : [
                {
                  label: text("next"),
                  value: text("nextOn", {
                    member: next.receiver.full_name,
                    day: formatDay(next.due_on),
                  }),
                },
              ]),
          ...(turn === undefined
            ? []
            : [
                {
                  label: text("own.turn"),
                  value: text("own.turnOn", {
                    number: String(turn.number),
                    turns: String(rotation.turns.length),
                    day: formatDay(turn.due_on),
                  }),
                },
              ]),
          { label: text("own.left"), value: <Money amount={own.left_to_pay} /> },
          { label: text("own.received"), value: <Money amount={own.received} /> },
        ]}
      />
      {own.left !== null && <p>{text("own.hasLeft", { day: formatDay(own.left) })}</p>}
    </section>
  );
}
