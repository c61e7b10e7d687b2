// What was done at a meeting on this device and was not answered yet, encrypted with its member's key like payments.
import { openDB, type DBSchema, type IDBPDatabase } from "idb";
import type { Attendance } from "#domain/meetings/attendance.ts";
import type { Majority } from "#domain/meetings/resolutions.ts";
import type { ReplyOf } from "#contract/endpoint.ts";
import type { markAttendance } from "#endpoints/meetings.ts";
import { readSessionToken } from "#web/api/session-token.ts";
import { canKeep, seal, unseal, type Sealed } from "./device-store.ts";
import { currentOwner, ownerSoon, type Owner } from "./owner.ts";

export type PressedMark = { member_id: number; attendance: Attendance; was: Attendance | null };
export type MarkConflict = ReplyOf<typeof markAttendance>["conflicts"][number];
export type TypedItem = { title: string; notes: string | null };

/** A resolution as it was typed; what is blank is left out. */
export type TypedVotes = {
  text: string;
  in_favour: string;
  against: string;
  abstained: string;
  majority: Majority;
  proposed_by: string;
  seconded_by: string;
  corrects: string;
};

/** A collection sheet with its count, as `collect` takes it; amounts in KES. */
export type TypedCollection = {
  rows: readonly {
    member_id: number;
    contribution: number;
    contribution_month: string | null;
    fines: number;
    loans: readonly { loan_id: number; amount: number }[];
    funds: readonly { fund_id: number; amount: number }[];
  }[];
  counted: string;
  difference_reason?: string;
};

export type MeetingAct =
  | { act: "open" }
  | { act: "marks"; marks: readonly PressedMark[] }
  | { act: "items"; items: readonly TypedItem[]; editsSeen: number }
  | { act: "resolution"; body: TypedVotes }
  | { act: "collection"; body: TypedCollection };

export type StoredAct = {
  /** Its idempotency key, the same at each attempt. */
  id: string;
  userId: number;
  meetingId: number;
  /** They are sent by rising order. */
  order: number;
  typedAt: number;
  done: MeetingAct;
  /** It was sent, and may have arrived. */
  isTried: boolean;
  /** Why the server refused it; null while it waits. */
  refusal: string | null;
  /** Marks that somebody else had set by then, which stand. */
  conflicts: readonly MarkConflict[];
};

type SealedAct = Pick<StoredAct, "id" | "userId" | "meetingId" | "order"> & { sealed: Sealed };
type Secret = Omit<StoredAct, keyof Omit<SealedAct, "sealed">>;

interface Records extends DBSchema {
  acts: { key: string; value: SealedAct };
}

let opening: Promise<IDBPDatabase<Records>> | undefined;

/** A database of its own: an open page of an earlier version never blocks it. */
function openActs(): Promise<IDBPDatabase<Records>> {
  opening ??= openDB<Records>("akiba-meetings", 1, {
    upgrade(database) {
      database.createObjectStore("acts", { keyPath: "id" });
    },
  });
  return opening;
}

/** Where the browser protects no stored data they last as long as the page and its session. */
const unstored = new Map<string, StoredAct>();
let unstoredBy: string | null = null;

function unstoredOfSession(): Map<string, StoredAct> {
  const token = readSessionToken();
  if (token !== unstoredBy) unstored.clear();
  unstoredBy = token;
  return unstored;
}

let last: Owner | null = null;

/** Who does it. Whoever sat longer at a meeting than a session may be idle is still known to their page. */
export async function actingOwner(): Promise<Owner | null> {
  const token = readSessionToken();
  if (token === null) return null;
  last = (await currentOwner()) ?? last;
  if (last?.token !== token) last = await ownerSoon();
  return last;
}

/** The member's own, in their order. */
export async function readActs(owner: Owner | null): Promise<StoredAct[]> {
  const acts = owner === null ? [...unstoredOfSession().values()] : await storedOf(owner);
  return acts.toSorted((one, other) => one.order - other.order);
}

/** How many of the member's acts wait, of all meetings. */
export async function countActs(): Promise<number> {
  return (await readActs(await actingOwner())).length;
}

async function storedOf(owner: Owner): Promise<StoredAct[]> {
  const store = await openActs();
  const own = (await store.getAll("acts")).filter(({ userId }) => userId === owner.userId);
  return Promise.all(
    own.map(async ({ sealed, ...shown }) => ({
      ...shown,
      ...((await unseal(keyOf(owner), sealed)) as Secret),
    })),
  );
}

export async function putAct(owner: Owner | null, act: StoredAct): Promise<void> {
  if (owner === null) return void unstoredOfSession().set(act.id, act);
  const { id, userId, meetingId, order, ...secret } = act;
  const sealed = await seal(keyOf(owner), secret satisfies Secret);
  const store = await openActs();
  await store.put("acts", { id, userId, meetingId, order, sealed });
}

export async function removeAct(id: string): Promise<void> {
  unstored.delete(id);
  if (!canKeep()) return;
  const store = await openActs();
  await store.delete("acts", id);
}

/** The member signs out: removes everything of theirs. */
export async function forgetActs(userId: number | undefined): Promise<void> {
  unstored.clear();
  last = null;
  if (!canKeep()) return;
  const store = await openActs();
  for (const act of await store.getAll("acts"))
    if (act.userId === userId) await store.delete("acts", act.id);
}

function keyOf({ deviceKey }: Owner): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(deviceKey.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
