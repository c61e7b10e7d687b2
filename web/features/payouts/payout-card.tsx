// One payout by M-PESA: what M-PESA says of it, and what one's office can do with it.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { PAYOUT_GIVEN_UP_MS } from "#domain/mpesa/payout-states.ts";
import { personName } from "#domain/members/person-name.ts";
import { getPayouts, type Payout } from "#endpoints/mpesa-payouts.ts";
import { renewShown } from "#web/api/batched-queries.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { serverNow } from "#web/ui/clock.ts";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Modal } from "#web/ui/modal.tsx";
import { Money } from "#web/ui/money.tsx";
import { AgreeForm, RefuseForm } from "./decide-payout.tsx";

const tones = {
  proposed: "waiting",
  sending: "waiting",
  sent: "waiting",
  paid: "good",
  refused: "bad",
  unknown: "note",
  ended: "plain",
} as const;

type PayoutCardProps = { payout: Payout; callerId: number; mayDecide: boolean };

export function PayoutCard({ payout, callerId, mayDecide }: PayoutCardProps) {
  const text = useTranslations("payouts");
  const { member, kind, state } = payout;
  useWatched(state === "sending" || state === "sent");
  return (
    <Card
      level={3}
      title={member === null ? text(`kinds.${kind}`) : personName(member)}
      aside={<Badge tone={tones[state]}>{text(`state.${state}`)}</Badge>}
    >
      <div className="space-y-4">
        <Money amount={payout.amount} size="large" />
        <p>{payout.sentence}</p>
        <PayoutFacts payout={payout} />
        {mayDecide && <Acts payout={payout} callerId={callerId} />}
      </div>
    </Card>
  );
}

const PACE_MS = 3_000;

/** Reads the page again every few seconds, since M-PESA answers soon. */
function useWatched(isOnItsWay: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isOnItsWay) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible")
        renewShown(queries, ({ queryKey: [path] }) => path === getPayouts.path);
    }, PACE_MS);
    return () => clearInterval(timer);
  }, [isOnItsWay, queries]);
}

function PayoutFacts({ payout }: { payout: Payout }) {
  const text = useTranslations("payouts");
  const fact = useTranslations("payouts.facts");
  const { kind, phone, receipt, reason, agreed_by: agreedBy, decided_at: decidedAt } = payout;
  const proposed = text("byAt", {
    name: personName(payout.proposed_by),
    at: formatMomentAndTime(payout.proposed_at),
  });
  const facts = [
    { label: fact("for"), value: text(`kinds.${kind}`) },
    { label: fact("phone"), value: phone },
    { label: fact("receipt"), value: receipt },
    { label: fact("reason"), value: reason },
    { label: fact("proposed"), value: proposed },
    { label: fact("agreed"), value: agreedBy === null ? null : personName(agreedBy) },
    { label: fact("decided"), value: decidedAt === null ? null : formatMomentAndTime(decidedAt) },
  ];
  return <Facts facts={facts.filter(({ value }) => value !== null)} />;
}

type Act = "agree" | "refuse";

function Acts({ payout, callerId }: Omit<PayoutCardProps, "mayDecide">) {
  const text = useTranslations("payouts");
  const [act, setAct] = useState<Act | null>(null);
  const close = () => setAct(null);
  const isOwn = payout.proposed_by.id === callerId;
  const waits = payout.state === "proposed";
  // The server knows since when it is unknown, which is never before it was proposed.
  const mayBeGivenUp =
    payout.state === "unknown" &&
    serverNow() - Date.parse(payout.proposed_at) >= PAYOUT_GIVEN_UP_MS;
  if (!waits && !mayBeGivenUp) return null;
  return (
    <div className="flex flex-wrap gap-3">
      {waits && !isOwn && <Button onClick={() => setAct("agree")}>{text("agree.button")}</Button>}
      <Button variant="secondary" onClick={() => setAct("refuse")}>
        {text(waits && isOwn ? "refuse.withdraw" : "refuse.button")}
      </Button>
      <Modal open={act !== null} onClose={close} title={act === null ? "" : text(`${act}.title`)}>
        {act === "agree" && <AgreeForm payout={payout} onDone={close} />}
        {act === "refuse" && <RefuseForm payout={payout} onDone={close} />}
      </Modal>
    </div>
  );
}
