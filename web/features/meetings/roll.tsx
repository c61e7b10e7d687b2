// The roll: a name a line with four keys for whoever keeps it, and the marks for everybody else (MEET-5).
import { useTranslations } from "use-intl";
import { type Attendance, attendances } from "#domain/meetings/attendance.ts";
import { personName } from "#domain/members/person-name.ts";
import type { MeetingView } from "#endpoints/meetings.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Attendance as There } from "./meeting-card.tsx";
import type { MarkConflict } from "#web/api/stored/meeting-acts.ts";
import type { MeetingQueue } from "./use-meeting-queue.ts";

const tones = { present: "good", late: "waiting", apology: "note", absent: "bad" } as const;

export function Roll({ meeting }: { meeting: MeetingView }) {
  const text = useTranslations("meetings");
  return (
    <ul aria-label={text("roll")} className="divide-y divide-line">
      {meeting.roll.map(({ member, attendance }) => (
        <li key={member.id} className="flex items-center justify-between gap-3 py-2">
          <span className="min-w-0 wrap-anywhere">{personName(member)}</span>
          <MarkBadge mark={attendance} />
        </li>
      ))}
    </ul>
  );
}

export function MarkBadge({ mark }: { mark: Attendance | null }) {
  const text = useTranslations("meetings");
  return mark === null ? (
    <span className="text-muted">{text("unmarked")}</span>
  ) : (
    <Badge tone={tones[mark]}>{text(`marks.${mark}`)}</Badge>
  );
}

type RollKeysProps = { meeting: MeetingView; queue: MeetingQueue };

/** How many are there stays in sight while the names pass. */
export function RollKeys({ meeting, queue }: RollKeysProps) {
  const text = useTranslations("meetings");
  return (
    <div>
      <p className="text-sm text-muted">{text("rollHint")}</p>
      <div className="sticky top-16 z-10 border-b border-line bg-card py-2">
        <There meeting={meeting} />
        <p aria-live="polite" className="text-sm text-muted">
          {queue.waits === 0
            ? text("saved")
            : queue.isAway
              ? text("queue.waits", { count: queue.waits })
              : text("saving", { count: String(queue.waits) })}
        </p>
      </div>
      {queue.conflicts.map(({ act, conflict }) => (
        <Conflict
          key={conflict.member.id}
          conflict={conflict}
          onLeave={() => void queue.leave(act, conflict)}
          onMine={() => {
            const row = meeting.roll.find(({ member }) => member.id === conflict.member.id);
            void queue.leave(act, conflict);
            if (row !== undefined) queue.press(row, conflict.yours);
          }}
        />
      ))}
      <ul aria-label={text("roll")} className="divide-y divide-line">
        {meeting.roll.map((row) => (
          <li
            key={row.member.id}
            className="py-2 sm:flex sm:items-center sm:justify-between sm:gap-4"
          >
            <p className="min-w-0 wrap-anywhere">{personName(row.member)}</p>
            <Keys
              name={personName(row.member)}
              mark={row.attendance}
              onPress={(mark) => queue.press(row, mark)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

type KeysProps = {
  name: string;
  mark: Attendance | null;
  onPress: (mark: Attendance) => void;
};

function Keys({ name, mark, onPress }: KeysProps) {
  const text = useTranslations("meetings");
  return (
    <fieldset className="mt-1 flex flex-none gap-2 sm:mt-0">
      <legend className="sr-only">{text("markOf", { name })}</legend>
      {attendances.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={mark === each}
          title={text(`marks.${each}`)}
          onClick={() => onPress(each)}
          className={cx(
            "h-11 min-w-14 flex-1 rounded-control border font-bold sm:flex-none",
            mark === each
              ? "border-brand bg-brand text-on-brand"
              : "border-edge bg-card text-ink hover:border-brand",
          )}
        >
          <span aria-hidden>{text(`keys.${each}`)}</span>
          <span className="sr-only">{text(`marks.${each}`)}</span>
        </button>
      ))}
    </fieldset>
  );
}

type ConflictProps = { conflict: MarkConflict; onMine: () => void; onLeave: () => void };

/** Both sides, and who: nothing is merged. */
function Conflict({ conflict, onMine, onLeave }: ConflictProps) {
  const text = useTranslations("meetings");
  const { member, yours, theirs, by } = conflict;
  const named = (mark: Attendance | null) =>
    mark === null ? text("unmarked") : text(`marks.${mark}`);
  const title = text("conflict", {
    name: personName(member),
    yours: named(yours),
    by: by === null ? text("somebody") : personName(by),
    theirs: named(theirs),
  });
  return (
    <Alert live tone="waiting" title={title}>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onMine}>
          {text("takeMine", { mark: named(yours) })}
        </Button>
        <Button variant="quiet" onClick={onLeave}>
          {text("leaveTheirs", { mark: named(theirs) })}
        </Button>
      </div>
    </Alert>
  );
}
