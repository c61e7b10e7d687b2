// A meeting in few words: when and where, how many are there, and whether that is a quorum.
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { MeetingSummary } from "#endpoints/meetings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { formatDay } from "#web/ui/day.ts";
import { formatMoney } from "#web/ui/money.tsx";

const tones = {
  called: "waiting",
  open: "good",
  closed: "note",
  adopted: "good",
  cancelled: "plain",
} as const;

export function MeetingBadge({ meeting }: { meeting: MeetingSummary }) {
  const text = useTranslations("meetings.status");
  return <Badge tone={tones[meeting.status]}>{text(meeting.status)}</Badge>;
}

/** `action` is the link or button that opens it. */
export function MeetingCard({ meeting, action }: { meeting: MeetingSummary; action: ReactNode }) {
  const text = useTranslations("meetings");
  return (
    <Card
      level={3}
      title={text("name", { number: String(meeting.number) })}
      aside={<MeetingBadge meeting={meeting} />}
    >
      <p className="font-semibold">{useMoment(meeting)}</p>
      <p className="wrap-anywhere text-muted">{meeting.place}</p>
      {meeting.status !== "cancelled" && <Attendance meeting={meeting} />}
      <div className="mt-3">{action}</div>
    </Card>
  );
}

function useMoment({ date, time }: MeetingSummary): string {
  const text = useTranslations("meetings");
  return time === null ? formatDay(date) : text("onDay", { day: formatDay(date), time });
}

/** How many of the roll are there, and the quorum. */
export function Attendance({ meeting }: { meeting: Pick<MeetingSummary, "counts" | "quorum"> }) {
  const text = useTranslations("meetings");
  const { counts, quorum } = meeting;
  const roll = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <p className="tabular-nums">
      <strong>{text("there", { there: String(quorum.there), roll: String(roll) })}</strong>
      {" · "}
      {text("quorum", { needed: String(quorum.needed) })},{" "}
      <span className={quorum.reached ? "text-good" : "text-waiting"}>
        {text(quorum.reached ? "reached" : "notReached")}
      </span>
    </p>
  );
}

export function MeetingFacts({ meeting }: { meeting: MeetingSummary }) {
  const text = useTranslations("meetings");
  const fact = useTranslations("meetings.facts");
  const moment = useMoment(meeting);
  const named = (person: MeetingSummary["chair"]) =>
    person === null ? text("nobody") : personName(person);
  const { fine_late: late, fine_absent: absent, fine_apology: apology, balances } = meeting;
  const fines = {
    late: formatMoney(late),
    absent: formatMoney(absent),
    apology: formatMoney(apology),
  };
  return (
    <Facts
      facts={[
        { label: fact("kind"), value: text(`kinds.${meeting.kind}`) },
        { label: fact("when"), value: moment },
        { label: fact("place"), value: meeting.place },
        { label: fact("chair"), value: named(meeting.chair) },
        { label: fact("secretary"), value: named(meeting.secretary) },
        ...(late + absent + apology === 0
          ? []
          : [{ label: fact("fines"), value: text("fines", fines) }]),
        ...(balances === null
          ? []
          : [
              { label: fact("bank"), value: formatMoney(balances.bank) },
              { label: fact("cash"), value: formatMoney(balances.cash) },
            ]),
      ]}
    />
  );
}
