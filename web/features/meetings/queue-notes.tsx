// What of a meeting waits for the network, and what was not accepted when it was sent: both sides, never merged
// (MEET-13).
import { useTranslations } from "use-intl";
import { personName } from "#domain/members/person-name.ts";
import type { MeetingView } from "#endpoints/meetings.ts";
import type { MeetingAct, StoredAct, TypedItem } from "#web/api/stored/meeting-acts.ts";
import { discardAct, sendAgain } from "#web/api/stored/meeting-queue.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import type { MeetingQueue } from "./use-meeting-queue.ts";

/** `meeting` as the server has it. Resolutions and sheets stand in their own cards. */
export function QueueNotes({ meeting, queue }: { meeting: MeetingView; queue: MeetingQueue }) {
  const text = useTranslations("meetings.queue");
  return (
    <div className="space-y-3 empty:hidden">
      {queue.isAway && queue.waits > 0 && (
        <Alert live tone="waiting" title={text("waits", { count: queue.waits })}>
          {text("waitsText")}
        </Alert>
      )}
      {queue.refused
        .filter(({ done }) => done.act !== "resolution" && done.act !== "collection")
        .map((act) => (
          <Refused key={act.id} act={act} meeting={meeting} />
        ))}
    </div>
  );
}

function Refused({ act, meeting }: { act: StoredAct; meeting: MeetingView }) {
  const text = useTranslations("meetings.queue");
  const { done, refusal } = act;
  const isNotes = done.act === "items";
  return (
    <Alert tone="bad" title={text(`refused.${done.act}`, { reason: refusal ?? text("doubtful") })}>
      {isNotes && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Side title={text("yours")} items={done.items} />
          <Side title={text("theirs")} items={meeting.items} />
        </div>
      )}
      {done.act === "marks" && <Marks done={done} meeting={meeting} />}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          variant="secondary"
          onClick={() =>
            void sendAgain(act, isNotes ? { ...done, editsSeen: meeting.edits } : done)
          }
        >
          {text(isNotes ? "takeMine" : "again")}
        </Button>
        <Button variant="quiet" onClick={() => void discardAct(act)}>
          {text(isNotes ? "leaveTheirs" : "discard")}
        </Button>
      </div>
    </Alert>
  );
}

function Side({ title, items }: { title: string; items: readonly TypedItem[] }) {
  return (
    <section aria-label={title}>
      <p className="text-sm font-semibold">{title}</p>
      <ol className="list-decimal ps-6 wrap-anywhere">
        {items.map(({ title: item, notes }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two items may have one title, and none moves
          <li key={index}>
            {item}
            {notes !== null && <p className="text-sm whitespace-pre-line text-muted">{notes}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

type MarksProps = { done: MeetingAct & { act: "marks" }; meeting: MeetingView };

function Marks({ done, meeting }: MarksProps) {
  const text = useTranslations("meetings");
  return (
    <ul className="wrap-anywhere">
      {done.marks.map(({ member_id: memberId, attendance }) => {
        const found = meeting.roll.find(({ member }) => member.id === memberId);
        return (
          <li key={memberId}>
            {found === undefined ? "–" : personName(found.member)}: {text(`marks.${attendance}`)}
          </li>
        );
      })}
    </ul>
  );
}
