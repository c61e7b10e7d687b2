// What this device did at the meeting and was not answered: shown as done, with how many wait, until it is sent.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { Attendance } from "#domain/meetings/attendance.ts";
import type { MeetingView, RollRowView } from "#endpoints/meetings.ts";
import type { ApiError } from "#web/api/call.ts";
import { isReachable, onReachable } from "#web/api/connection.ts";
import type { MarkConflict, MeetingAct, StoredAct } from "#web/api/stored/meeting-acts.ts";
import {
  discardAct,
  doAtMeeting,
  isDoubtful,
  isWaiting,
  listActs,
  onQueueNews,
  sendActs,
  settleConflict,
  writeDown,
} from "#web/api/stored/meeting-queue.ts";
import { useUnsaved } from "#web/ui/form.tsx";
import { withActs } from "./with-acts.ts";

export type MeetingQueue = ReturnType<typeof useMeetingQueue>;

/** `reload` fetches the meeting again, and resolves when it is there. Whoever does not keep it has no queue. */
export function useMeetingQueue(
  meeting: MeetingView,
  { reload, isKeeper }: { reload: () => Promise<unknown>; isKeeper: boolean },
) {
  const { id } = meeting;
  const [acts, setActs] = useState<readonly StoredAct[]>([]);
  /** Sent, but the meeting on the page is still the one before. */
  const arrived = useRef(new Map<string, StoredAct>());
  /** Pressed, and about to be written down: a key answers at once. */
  const pressed = useRef(new Map<number, StoredAct>());
  const readAgain = useRef(async () => {});
  useEffect(() => {
    if (!isKeeper) return;
    let isGone = false;
    let newest = 0;
    const read = async () => {
      const own = ++newest;
      const stored = await listActs(id);
      if (!isGone && own === newest) {
        setActs([...arrived.current.values(), ...stored, ...pressed.current.values()]);
      }
    };
    readAgain.current = read;
    const reread = async (act: StoredAct) => {
      await reload();
      arrived.current.delete(act.id);
      await read();
    };
    const stop = onQueueNews((news) => {
      if (news.meetingId !== id) return;
      if (news.kind === "changed") return void read();
      const { act } = news;
      const isSeen = act.done.act === "marks" || act.done.act === "open";
      if (news.kind === "sent" && isSeen) arrived.current.set(act.id, act);
      return void reread(act);
    });
    void read().then(sendActs);
    return () => {
      isGone = true;
      stop();
    };
  }, [id, isKeeper, reload]);

  const isAway = useSyncExternalStore(onReachable, () => !isReachable());
  const waiting = acts.filter((act) => isWaiting(act) && !isDoubtful(act));
  useUnsaved(waiting.length > 0);
  const shown = useMemo(
    () =>
      withActs(
        meeting,
        acts.filter(isWaiting).map(({ done }) => done),
      ),
    [meeting, acts],
  );
  const press = ({ member, attendance: was }: RollRowView, attendance: Attendance) => {
    if (was === attendance) return;
    const done: MeetingAct = { act: "marks", marks: [{ member_id: member.id, attendance, was }] };
    const early: StoredAct = { ...unwritten, meetingId: id, done };
    pressed.current.set(member.id, early);
    setActs((before) => [...before, early]);
    void writePressed(member.id, early);
  };
  const writePressed = async (memberId: number, early: StoredAct) => {
    await writeDown(id, early.done);
    if (pressed.current.get(memberId) === early) pressed.current.delete(memberId);
    await readAgain.current();
    await sendActs();
  };
  return {
    /** The meeting with what waits. */
    shown,
    waiting,
    isAway,
    /** How many things wait: each mark is one. */
    waits: waiting.reduce((sum, { done }) => sum + sizeOf(done), 0),
    /** What a person has to look at. */
    refused: acts.filter((act) => act.refusal !== null || isDoubtful(act)),
    conflicts: acts.flatMap((act) => act.conflicts.map((conflict) => ({ act, conflict }))),
    press,
    /** Resolves with the server's refusal; null if it was done, or waits. */
    act: (done: MeetingAct): Promise<ApiError | null> => doAtMeeting(id, done),
    discard: discardAct,
    /** The other's mark stays. */
    leave: (act: StoredAct, { member }: MarkConflict) => settleConflict(act, member.id),
  };
}

const unwritten = {
  id: "",
  userId: 0,
  order: 0,
  typedAt: 0,
  isTried: false,
  refusal: null,
  conflicts: [],
} as const;

function sizeOf(done: MeetingAct): number {
  return done.act === "marks" ? done.marks.length : 1;
}
