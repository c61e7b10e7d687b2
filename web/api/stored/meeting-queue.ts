// A meeting goes on without a network: opening, marks, notes and votes are written down first, then sent in order, each once
// (MEET-13).
import { collect } from "#endpoints/collections.ts";
import {
  changeMeeting,
  getMeeting,
  markAttendance,
  openMeeting,
  writeResolution,
} from "#endpoints/meetings.ts";
import { ApiError, callEndpoint } from "#web/api/call.ts";
import { announceSessionEnded, isReachable } from "#web/api/connection.ts";
import { serverNow } from "#web/ui/clock.ts";
import {
  actingOwner,
  type MarkConflict,
  type MeetingAct,
  type PressedMark,
  putAct,
  readActs,
  removeAct,
  type StoredAct,
} from "./meeting-acts.ts";
import type { Owner } from "./owner.ts";

/** API-9: the server knows a key for 24 hours. Later a person decides whether to send what may have arrived. */
const keyLivesMs = 23 * 60 * 60 * 1000;

/** Those of the meeting that have no answer, or one that a person looks at. */
export async function listActs(meetingId: number): Promise<StoredAct[]> {
  const acts = await readActs(await actingOwner());
  return acts.filter((act) => act.meetingId === meetingId);
}

/**
 * Writes it down; returns its id. A mark or notes that were not sent yet are replaced by it: what their writer saw when
 * they began stays.
 */
export async function writeDown(meetingId: number, done: MeetingAct): Promise<string> {
  const owner = await actingOwner();
  const id = await inStore(async () => {
    const acts = await readActs(owner);
    const last = acts.at(-1);
    const seen = seeingOwn(
      done,
      acts.filter((act) => act.meetingId === meetingId && isWaiting(act)),
    );
    const joined =
      last === undefined || last.isTried || !isWaiting(last) || last.meetingId !== meetingId
        ? null
        : joinedTo(last.done, seen);
    const act: StoredAct =
      last !== undefined && joined !== null
        ? { ...last, done: joined }
        : {
            id: randomKey(),
            userId: owner?.userId ?? 0,
            meetingId,
            order: (last?.order ?? 0) + 1,
            typedAt: serverNow(),
            done: seen,
            isTried: false,
            refusal: null,
            conflicts: [],
          };
    await putAct(owner, act);
    return act.id;
  });
  tell({ kind: "changed", meetingId });
  return id;
}

/** A mark follows this device's own one that is under way, so that nobody is in conflict with themselves. */
function seeingOwn(done: MeetingAct, waiting: readonly StoredAct[]): MeetingAct {
  if (done.act !== "marks") return done;
  const own = new Map<number, PressedMark>();
  for (const act of waiting)
    if (act.done.act === "marks") for (const mark of act.done.marks) own.set(mark.member_id, mark);
  const marks = done.marks.map((mark) => ({
    ...mark,
    was: own.get(mark.member_id)?.attendance ?? mark.was,
  }));
  return { act: "marks", marks };
}

function joinedTo(before: MeetingAct, done: MeetingAct): MeetingAct | null {
  if (before.act === "items" && done.act === "items")
    return { ...done, editsSeen: before.editsSeen };
  if (before.act !== "marks" || done.act !== "marks") return null;
  const marks = new Map(before.marks.map((mark) => [mark.member_id, mark]));
  for (const mark of done.marks) {
    const { was } = marks.get(mark.member_id) ?? mark;
    marks.set(mark.member_id, { ...mark, was });
  }
  return { act: "marks", marks: [...marks.values()] };
}

/** A form waits this long for an answer; what has none by then goes on waiting in the queue. */
const patienceMs = 4000;

/** Writes it down and sends what waits. Returns why it was refused, which its form shows; null if it was done or stays. */
export async function doAtMeeting(meetingId: number, done: MeetingAct): Promise<ApiError | null> {
  const id = await writeDown(meetingId, done);
  let refused: { act: StoredAct; error: ApiError } | null = null;
  const stop = onQueueNews((news) => {
    if (news.kind === "refused" && news.act.id === id) refused = news;
  });
  await Promise.race([sendActs(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
  stop();
  const found = refused as { act: StoredAct; error: ApiError } | null;
  // What somebody else has changed meanwhile stays, to be shown beside it.
  if (found === null || "edits_seen" in found.error.errors) return null;
  await discardAct(found.act);
  return found.error;
}

/** Sends what waits, in order, until there is no answer. What is refused stays, and says why. */
export async function sendActs(): Promise<void> {
  await oneByOne("akiba.meetings.sending", async () => {
    // What is written down meanwhile joins what waits; the page sends it once the server answers again.
    while (isReachable() && (await sendNext()));
  });
}

/** False if nothing is left to send, or sending now is pointless. */
async function sendNext(): Promise<boolean> {
  const owner = await actingOwner();
  const next = await inStore(async () => {
    const acts = await readActs(owner);
    // What is refused to be opened has no marks to send.
    const open = acts.find(({ done, refusal }) => done.act === "open" && refusal !== null);
    const found = acts.find(
      (act) => isWaiting(act) && !isDoubtful(act) && act.meetingId !== open?.meetingId,
    );
    if (found !== undefined) await putAct(owner, { ...found, isTried: true });
    return found;
  });
  return next !== undefined && sendOne(owner, next);
}

async function sendOne(owner: Owner | null, act: StoredAct): Promise<boolean> {
  const { id, meetingId } = act;
  try {
    const conflicts = await send(owner, act);
    await inStore(() =>
      conflicts.length === 0
        ? removeAct(id)
        : putAct(owner, { ...act, done: onlyOf(act.done, conflicts), isTried: true, conflicts }),
    );
    tell({ kind: "sent", meetingId, act });
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 401) announceSessionEnded();
    if (!isRefusal(error)) {
      tell({ kind: "changed", meetingId });
      return false;
    }
    if (act.done.act === "open") {
      const isOpen = await isOpened(owner, meetingId).catch(() => null);
      if (isOpen === null) return false;
      if (isOpen) {
        await inStore(() => removeAct(id));
        tell({ kind: "sent", meetingId, act });
        return true;
      }
    }
    const refusal = Object.values(error.errors).flat().join(" ") || error.detail;
    await inStore(() => putAct(owner, { ...act, isTried: true, refusal }));
    tell({ kind: "refused", meetingId, act, error });
    return true;
  }
}

/** Somebody else has opened it meanwhile. */
async function isOpened(owner: Owner | null, id: number): Promise<boolean> {
  const { meeting } = await callEndpoint(getMeeting, {
    params: { id },
    ignoreLoading: true,
    ...(owner === null ? {} : { token: owner.token }),
  });
  return meeting.status === "open" || meeting.status === "closed";
}

/** Returns the marks that somebody else had set by then. */
async function send(
  owner: Owner | null,
  { id, meetingId, done }: StoredAct,
): Promise<readonly MarkConflict[]> {
  const sent = {
    params: { id: meetingId },
    idempotencyKey: id,
    ignoreLoading: true,
    ...(owner === null ? {} : { token: owner.token }),
  };
  switch (done.act) {
    case "open":
      await callEndpoint(openMeeting, sent);
      return [];
    case "marks":
      return (await callEndpoint(markAttendance, { ...sent, body: { marks: done.marks } }))
        .conflicts;
    case "items":
      await callEndpoint(changeMeeting, {
        ...sent,
        body: { items: done.items, edits_seen: done.editsSeen },
      });
      return [];
    case "collection":
      await callEndpoint(collect, { ...sent, body: done.body });
      return [];
    case "resolution":
      await callEndpoint(writeResolution, { ...sent, body: done.body });
      return [];
  }
}

function onlyOf(done: MeetingAct, conflicts: readonly MarkConflict[]): MeetingAct {
  if (done.act !== "marks") return done;
  const isLeft = ({ member_id: id }: PressedMark) =>
    conflicts.some(({ member }) => member.id === id);
  return { act: "marks", marks: done.marks.filter(isLeft) };
}

/** Somebody has decided about a conflict of marks: of an act, only the others stay. */
export async function settleConflict({ id }: StoredAct, memberId: number): Promise<void> {
  const owner = await actingOwner();
  const meetingId = await inStore(async () => {
    const act = (await readActs(owner)).find((each) => each.id === id);
    if (act === undefined) return null;
    const conflicts = act.conflicts.filter(({ member }) => member.id !== memberId);
    if (conflicts.length === 0) await removeAct(id);
    else await putAct(owner, { ...act, conflicts, done: onlyOf(act.done, conflicts) });
    return act.meetingId;
  });
  if (meetingId !== null) tell({ kind: "changed", meetingId });
}

/** A person sends it once more, as another request: `done` is what it is now. */
export async function sendAgain(act: StoredAct, done: MeetingAct = act.done): Promise<void> {
  const owner = await actingOwner();
  await inStore(async () => {
    await removeAct(act.id);
    const typedAt = serverNow();
    const again = { ...act, id: randomKey(), typedAt, done, isTried: false, conflicts: [] };
    await putAct(owner, { ...again, refusal: null });
  });
  tell({ kind: "changed", meetingId: act.meetingId });
  await sendActs();
}

export async function discardAct({ id, meetingId }: StoredAct): Promise<void> {
  await inStore(() => removeAct(id));
  tell({ kind: "changed", meetingId });
}

/** It waits for an answer. */
export function isWaiting({ refusal, conflicts }: StoredAct): boolean {
  return refusal === null && conflicts.length === 0;
}

/** It may have arrived, so long ago that the server no longer knows its key. */
export function isDoubtful({ isTried, typedAt }: StoredAct): boolean {
  return isTried && serverNow() - typedAt > keyLivesMs;
}

/** A refusal of what was done, not of the moment it was sent in. */
function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 409, 429].includes(status);
}

type QueueNews = { meetingId: number } & (
  | { kind: "changed" }
  | { kind: "sent"; act: StoredAct }
  | { kind: "refused"; act: StoredAct; error: ApiError }
);

const listeners = new Set<(news: QueueNews) => void>();

export function onQueueNews(listener: (news: QueueNews) => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function tell(news: QueueNews): void {
  for (const listener of listeners) listener(news);
}

/** Reads and writes that must not mix. */
const inStore = <T>(act: () => Promise<T>) => oneByOne("akiba.meetings.store", act);

const underWay = new Map<string, Promise<unknown>>();

/** One at a time, over all tabs where the browser can tell. */
async function oneByOne<T>(name: string, act: () => Promise<T>): Promise<T> {
  if ("locks" in navigator) return navigator.locks.request(name, act);
  const before = underWay.get(name) ?? Promise.resolve();
  const mine = before.then(act, act);
  underWay.set(name, mine);
  return mine;
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
