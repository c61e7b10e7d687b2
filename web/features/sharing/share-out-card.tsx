// One share-out: its terms and figures, one's own part of it, and what one's office can do with it.
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { Distribution } from "#endpoints/distributions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay, formatMomentAndTime } from "#web/ui/day.ts";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { formatMoney, Money } from "#web/ui/money.tsx";
import { AgreeForm, RefuseForm, TakeBackForm } from "./decide-share-out.tsx";
import { OwnShare, ShareOutLines } from "./share-out-lines.tsx";

const tones = {
  proposed: "waiting",
  posted: "good",
  refused: "bad",
  taken_back: "note",
} as const;

type ShareOutCardProps = {
  shareOut: Distribution;
  callerId: number;
  /** Officials and auditors see every line. */
  seesAll: boolean;
  mayDecide: boolean;
  /** The button that downloads it as a PDF. */
  pdf: ReactNode;
};

export function ShareOutCard(props: ShareOutCardProps) {
  const { shareOut, callerId, seesAll, mayDecide, pdf } = props;
  const text = useTranslations("sharing");
  const own = shareOut.members.find(({ member }) => member.id === callerId);
  return (
    <Card
      level={3}
      title={shareOut.description}
      aside={<Badge tone={tones[shareOut.status]}>{text(`status.${shareOut.status}`)}</Badge>}
    >
      <div className="space-y-4">
        <Money amount={shareOut.total} size="large" />
        {own !== undefined && (
          <section className="rounded-control bg-sunken px-4 py-2">
            <h4 className="font-semibold">{text("facts.yours")}</h4>
            <OwnShare line={own} basis={shareOut.basis} />
          </section>
        )}
        <Terms shareOut={shareOut} />
        {seesAll && (
          <Disclosure label={text("lines.show", { count: String(shareOut.members.length) })}>
            <ShareOutLines figures={shareOut} basis={shareOut.basis} />
          </Disclosure>
        )}
        <div className="flex flex-wrap gap-3">
          {pdf}
          {mayDecide && <Acts shareOut={shareOut} callerId={callerId} />}
        </div>
      </div>
    </Card>
  );
}

function Terms({ shareOut }: { shareOut: Distribution }) {
  const text = useTranslations("sharing");
  const fact = useTranslations("sharing.facts");
  const { from, to, basis, share_value: shareValue } = shareOut;
  const by = (name: string, at: string) => text("byAt", { name, at: formatMomentAndTime(at) });
  return (
    <Facts
      facts={[
        { label: fact("basis"), value: text(`bases.${basis}`) },
        {
          label: fact("days"),
          value:
            from === null
              ? formatDay(to)
              : text("until", { from: formatDay(from), to: formatDay(to) }),
        },
        ...(shareValue === null
          ? []
          : [{ label: fact("shareValue"), value: formatMoney(shareValue) }]),
        { label: fact("amount"), value: formatMoney(shareOut.amount) },
        ...(shareOut.savings_returned === 0
          ? []
          : [{ label: fact("savings"), value: formatMoney(shareOut.savings_returned) }]),
        { label: fact("setOff"), value: text(`setOffs.${shareOut.set_off}`) },
        { label: fact("payAs"), value: text(`ways.${shareOut.pay_as}`) },
        {
          label: fact("proposed"),
          value: by(personName(shareOut.proposed_by), shareOut.proposed_at),
        },
        ...(shareOut.agreed_by === null || shareOut.agreed_at === null
          ? []
          : [
              {
                label: fact("agreed"),
                value: by(personName(shareOut.agreed_by), shareOut.agreed_at),
              },
            ]),
        ...(shareOut.refused_because === null
          ? []
          : [{ label: fact("refused"), value: shareOut.refused_because }]),
        ...shareOut.taken_back.map(({ office, reason }) => ({
          label: fact("takenBack", { office }),
          value: reason,
        })),
      ]}
    />
  );
}

type Act = "agree" | "refuse" | "takeBack";

function Acts({ shareOut, callerId }: { shareOut: Distribution; callerId: number }) {
  const text = useTranslations("sharing");
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const isOwn = shareOut.proposed_by.id === callerId;
  const hasWanted = shareOut.taken_back.some(({ by }) => by.id === callerId);
  return (
    <>
      {shareOut.status === "proposed" && !isOwn && (
        <Button onClick={() => setAct("agree")}>{text("agree.button")}</Button>
      )}
      {shareOut.status === "proposed" && (
        <Button variant="secondary" onClick={() => setAct("refuse")}>
          {text(isOwn ? "refuse.withdraw" : "refuse.button")}
        </Button>
      )}
      {shareOut.status === "posted" && !hasWanted && (
        <Button variant="quiet" onClick={() => setAct("takeBack")}>
          {text("takeBack.button")}
        </Button>
      )}
      <Modal
        open={act !== null}
        onClose={close}
        title={act === null ? "" : text(`${act}.title`)}
        description={shareOut.description}
      >
        {act === "agree" && <AgreeForm shareOut={shareOut} onDone={close} />}
        {act === "refuse" && <RefuseForm shareOut={shareOut} onDone={close} />}
        {act === "takeBack" && <TakeBackForm shareOut={shareOut} onDone={close} />}
      </Modal>
    </>
  );
}
