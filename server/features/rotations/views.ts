// Merry-go-rounds as answers show them. Before the draw nobody sees the seed or a word (ROT-2).
import { otherOffice } from "#domain/approvals/two-officials.ts";
import type { Person } from "#contract/people.ts";
import type { Rotation, RotationMember, RotationTurn } from "#contract/rotations.ts";
import { assert } from "#domain/assert.ts";
import { nairobiDate, type PlainDate } from "#domain/calendar.ts";
import { most, toKes } from "#domain/money.ts";
import type { RotationStanding } from "#domain/rotation/positions.ts";
import {
  type FoundRotation,
  readRotations,
  standingOn,
  statusOf,
  waitingCentsOf,
} from "#server/core/rotations/read-rotations.ts";
import { toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";

/** As they stand on the day of `now`, in the order of the ids. */
export async function viewRotations(
  reader: Reader,
  { ids, now }: { ids: readonly number[]; now: Date },
): Promise<Rotation[]> {
  const today = nairobiDate(now);
  return (await readRotations(reader, ids)).map((found) => view(found, today));
}

function view(found: FoundRotation, today: PlainDate): Rotation {
  const { row } = found;
  const standing = standingOn(found, today);
  const people = new Map(found.members.map((member) => [member.member_id, toPerson(member)]));
  const personOf = (id: number): Person => {
    const person = people.get(id);
    assert(person !== undefined, `member ${id} is in merry-go-round ${row.id}`);
    return person;
  };
  return {
    id: row.id,
    name: row.name,
    amount: toKes(row.amount_cents),
    every: row.every,
    first_on: row.first_on,
    status: statusOf(standing, today),
    commitment: row.commitment,
    seed: standing === null ? null : row.seed,
    words:
      standing === null
        ? null
        : found.members.map(({ word, member_id: id }) => ({ member: personOf(id), word })),
    members:
      standing === null
        ? found.members.map((member) => ({ ...notDrawn, member: toPerson(member) }))
        : standing.members.map((member) => viewMember(found, member, personOf)),
    turns: (standing?.turns ?? []).map((turn) => viewTurn(found, { turn, personOf, today })),
    swaps: found.swaps.map((swap) => ({
      id: swap.id,
      asked_by: personOf(swap.asked_by),
      with_member: personOf(swap.with_member),
      status: swap.answer === null ? "asked" : swap.answer === "yes" ? "done" : "refused",
    })),
  };
}

type PersonOf = (id: number) => Person;

const notDrawn = {
  turn: null,
  paid: 0,
  received: 0,
  owes_now: 0,
  position: 0,
  left_to_pay: 0,
  left: null,
  settling_waits_for: null,
};

function viewMember(
  found: FoundRotation,
  member: RotationStanding["members"][number],
  personOf: PersonOf,
): RotationMember {
  const { memberId: id } = member;
  return {
    member: personOf(id),
    turn: member.turn,
    paid: toKes(member.paidCents),
    received: toKes(member.receivedCents),
    owes_now: toKes(member.owesNowCents),
    position: toKes(member.positionCents),
    left_to_pay: toKes(most(0n, member.leftCents - waitingCentsOf(found, id))),
    left: member.leftOn,
    settling_waits_for: waitsFor(found.requests.find((each) => each.member_id === id)),
  };
}

type Turn = RotationStanding["turns"][number];

function viewTurn(
  found: FoundRotation,
  { turn, personOf, today }: { turn: Turn; personOf: PersonOf; today: PlainDate },
): RotationTurn {
  const row = found.turns.find(({ number }) => number === turn.number);
  assert(row !== undefined, `turn ${turn.number} is of merry-go-round ${found.row.id}`);
  return {
    id: row.id,
    number: turn.number,
    due_on: turn.dueOn,
    receiver: personOf(turn.receiverId),
    due: toKes(turn.dueCents),
    collected: toKes(turn.collectedCents + turn.receivedCents),
    paid_out: toKes(turn.receivedCents),
    state: stateOf(turn, today),
    pays: toKes(turn.paysCents),
    kept_back: toKes(turn.retainedCents),
    waits_for: waitsFor(found.requests.find((each) => each.turn_id === row.id)),
  };
}

/** One that got all that is due for it is paid out, though no office paid it; also one that nobody owes anything for. */
function stateOf(turn: Turn, today: PlainDate): RotationTurn["state"] {
  const isOver = turn.dueOn <= today;
  const hasAll = turn.receivedCents >= turn.dueCents && (turn.hasBegun || isOver);
  if (turn.isPaidOut || hasAll) return "paid_out";
  return isOver ? "open" : "coming";
}

/** The office that has not said yes to a request. */
function waitsFor(request: { office: string } | undefined) {
  return request === undefined ? null : otherOffice(request.office);
}
