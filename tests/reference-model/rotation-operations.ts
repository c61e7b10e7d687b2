// Merry-go-rounds: officials start and draw them and pay turns out, members join, pay, swap and leave.
import type { Json } from "#tests/support/test-group.ts";
import { amountField, type Cents, daysLater, toCents, toKes, unknownIds } from "./arithmetic.ts";
import { type Model, type Person, type Rotation, type Seat, todayOf } from "./group-model.ts";
import { type Caller, denied, type Expected, may, refused } from "./people.ts";
import { read } from "./report-operations.ts";
import {
  drawn,
  hasBegun,
  leaveRotation,
  owesNow,
  payableFor,
  payableOf,
  payDirectly,
  payOut,
  payoutOf,
  receiverOf,
  seatOf,
  sha256,
  stateOfTurn,
  statusOfRotation,
  swap,
  takeable,
  takeFromSavings,
} from "./rotations.ts";
import { chooseAmount, chooseReference, expectPayment, keep } from "./submission-operations.ts";
import { agree, type World } from "./world.ts";

const PATH = "/api/rotations/";

const running = (model: Model) =>
  model.rotations.filter((each) => statusOfRotation(model, each) === "running");
const joining = (model: Model) => model.rotations.filter(({ seats }) => seats === null);

/** Mostly one of those that fit, if there is one. */
function chooseRotation({ chance, model }: World, fitting: readonly Rotation[]) {
  const rotation = chance.maybeOne(chance.is(0.95) ? fitting : model.rotations);
  return { rotation, isKnown: chance.is(0.98) };
}

export async function startRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const going = joining(model).length + running(model).length;
  if (going >= 2 && chance.is(0.95)) return false;
  const by = world.caller("be an official");
  const amount = amountField(chance, chance.cents(100, 1_500));
  const every = chance.one(["week", "two_weeks", "month"] as const);
  const firstOn = daysLater(todayOf(model), chance.whole(-1, 25));
  const isGood = amount.isGood && firstOn >= todayOf(model);
  await call({
    by,
    method: "POST",
    path: PATH,
    body: { name: "Mzunguko", amount: amount.sent, every, first_on: firstOn },
    expected: denied(by, "be an official") ??
      (isGood ? null : refused(400)) ?? {
        status: 201,
        check: ({ rotation: shown }) => {
          const rotation: Rotation = {
            id: shown.id,
            cents: toCents(Number(amount.sent)),
            every,
            firstOn,
            commitment: shown.commitment,
            joined: [],
            seats: null,
            turns: [],
            requests: [],
            swaps: [],
          };
          model.rotations.push(rotation);
          checkRotation(model, rotation, shown);
        },
      },
  });
  return true;
}

export async function joinRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { rotation, isKnown } = chooseRotation(world, joining(model));
  if (rotation === undefined) return false;
  const outside = model.people.filter(
    (each) => may(each, "borrow") && !rotation.joined.some(({ person }) => person === each),
  );
  const person = chance.is(0.93) ? chance.maybeOne(outside) : undefined;
  const by = person === undefined ? world.caller("repay") : { person, signedIn: true };
  const word = chance.is(0.95) ? `neno ${chance.whole(1, 9)}` : "";
  const joined = (): Expected => {
    if (!isKnown) return refused(404);
    if (word === "") return refused(400);
    if (by.person!.status !== "active") return refused(403);
    const isIn = rotation.joined.some((each) => each.person === by.person);
    if (rotation.seats !== null || isIn) return refused(400);
    return {
      status: 200,
      check: ({ rotation: shown }) => {
        rotation.joined.push({ person: by.person!, word });
        checkRotation(model, rotation, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/join/`,
    body: { word },
    expected: denied(by, "repay") ?? joined(),
  });
  return true;
}

/** The order must follow from the published seed and the words. */
export async function drawRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const ready = joining(model).filter(({ joined }) => joined.length >= chance.whole(3, 5));
  const { rotation, isKnown } = chooseRotation(world, ready);
  if (rotation === undefined) return false;
  const by = world.caller("be an official");
  const isPossible = rotation.seats === null && rotation.joined.length >= 3;
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/draw/`,
    expected: denied(by, "be an official") ??
      (isKnown ? null : refused(404)) ??
      (isPossible ? null : refused(400)) ?? {
        status: 200,
        check: ({ rotation: shown }) => {
          agree("the seed that was published", sha256(shown.seed), rotation.commitment);
          drawn(
            rotation,
            shown.seed,
            shown.turns.map(({ id }: Json) => id),
          );
          checkRotation(model, rotation, shown);
        },
      },
  });
  return true;
}

export async function quitRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { rotation, isKnown } = chooseRotation(world, [...joining(model), ...running(model)]);
  if (rotation === undefined) return false;
  const inside = rotation.joined.map(({ person }) => person).filter((each) => may(each, "repay"));
  const person = chance.is(0.9) ? chance.maybeOne(inside) : undefined;
  const by = person === undefined ? world.caller("repay") : { person, signedIn: true };
  const left = (): Expected => {
    if (!isKnown) return refused(404);
    const index = rotation.joined.findIndex((each) => each.person === by.person);
    const seat = seatOf(rotation, by.person);
    if (index < 0 || (seat !== undefined && seat.leftOn !== null)) return refused(403);
    return {
      status: 200,
      check: ({ rotation: shown }) => {
        if (seat === undefined) rotation.joined.splice(index, 1);
        else leaveRotation(model, rotation, seat);
        checkRotation(model, rotation, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/leave/`,
    expected: denied(by, "repay") ?? left(),
  });
  return true;
}

/** A seat of somebody for whom it holds, or any; none before the draw. */
function chooseSeat({ chance }: World, { seats }: Rotation, holds: (seat: Seat) => boolean) {
  const all = (seats ?? []).filter(({ person }) => may(person, "repay"));
  const fitting = all.filter(holds);
  return chance.maybeOne(chance.is(0.93) ? fitting : all);
}

export async function payRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { rotation, isKnown } = chooseRotation(world, running(model));
  if (rotation === undefined) return false;
  const chosen = chooseSeat(world, rotation, (seat) => payableOf(model, rotation, seat) > 0n);
  const by =
    chosen === undefined ? world.caller("repay") : { person: chosen.person, signedIn: true };
  const seat = seatOf(rotation, by.person);
  const payable = seat === undefined ? 0n : payableOf(model, rotation, seat);
  const cents = chooseAmount(world, payable);
  const amount = amountField(chance, cents > 0n ? cents : 100n);
  const { sent, reference } = chooseReference(world);
  const kind = "rotation_payment";
  const paid = (): Expected => {
    if (!isKnown) return refused(404);
    if (!amount.isGood || reference === null) return refused(400);
    if (!rotation.joined.some(({ person }) => person === by.person)) return refused(403);
    const isGood = seat !== undefined && toCents(Number(amount.sent)) <= payable;
    return expectPayment(world, by, { right: "repay", kind, isGood, reference }, (body) => {
      const { rotation_payment: shown } = body;
      keep(world, by, shown.payment_id, {
        kind,
        cents: toCents(Number(amount.sent)),
        reference,
        paidAt: model.now,
        loanId: null,
        rotationId: rotation.id,
      });
      agree("the new payment", [shown.status, shown.rotation.id], ["pending", rotation.id]);
    });
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/pay/`,
    body: { amount_paid: amount.sent, payment_Reference_Code: sent },
    expected: denied(by, "repay") ?? paid(),
  });
  return true;
}

type ChosenTurn = { rotation: Rotation; at: number };

function chooseTurn(
  { chance, model }: World,
  holds: (rotation: Rotation, at: number) => boolean,
): ChosenTurn | undefined {
  const all = model.rotations.flatMap((rotation) =>
    rotation.turns.map((_, at) => ({ rotation, at })),
  );
  const fitting = all.filter(({ rotation, at }) => holds(rotation, at));
  return chance.maybeOne(chance.is(0.93) ? fitting : all);
}

/** Those of a turn by its id, those of a member by the id below 0. */
const requestsOf = ({ requests }: Rotation, id: number) => requests.filter(({ of }) => of === id);
const hasActed = (requests: Rotation["requests"], { id, office }: Person): boolean =>
  requests.some((each) => each.office === office || each.byId === id);

/** Each of the two offices; the second one pays. */
export async function payTurnOut(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const chosen = chooseTurn(world, (rotation, at) => {
    const { collected, pays } = payoutOf(rotation, at);
    return rotation.turns[at]!.dueOn <= todayOf(model) && (collected > 0n || pays > 0n);
  });
  if (chosen === undefined) return false;
  const { rotation, at } = chosen;
  const turn = rotation.turns[at]!;
  const others = model.people.filter(
    (each) => may(each, "decide") && !hasActed(requestsOf(rotation, turn.id), each),
  );
  const other = chance.is(0.85) ? chance.maybeOne(others) : undefined;
  const by = other === undefined ? world.caller("decide") : { person: other, signedIn: true };
  const isKnown = chance.is(0.98);
  const { pays, retained } = payoutOf(rotation, at);
  const seen = chance.is(0.94) ? pays : pays + 1n;
  const paid = (): Expected => {
    if (!isKnown) return refused(404);
    const earlier = requestsOf(rotation, turn.id);
    const isOpen = turn.dueOn <= todayOf(model) && pays + retained > 0n && seen === pays;
    if (!isOpen || hasActed(earlier, by.person!)) return refused(400);
    return {
      status: 200,
      check: ({ rotation: shown }) => {
        if (earlier.length === 0) request(rotation, turn.id, by.person!);
        else {
          payOut(model, rotation, at);
          rotation.requests = rotation.requests.filter((each) => !earlier.includes(each));
        }
        checkRotation(model, rotation, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}turns/${isKnown ? turn.id : chance.one(unknownIds)}/pay-out/`,
    body: { amount_seen: toKes(seen) },
    expected: denied(by, "decide") ?? paid(),
  });
  return true;
}

const request = (rotation: Rotation, of: number, { id, office }: Person) =>
  rotation.requests.push({ of, office: office!, byId: id });

/** The receiver confirms what somebody paid straight to them. */
export async function confirmDirect(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const chosen = chooseTurn(world, (rotation, at) =>
    rotation.seats!.some((seat) => payableFor(model, rotation, seat, at) > 0n),
  );
  if (chosen === undefined) return false;
  const { rotation, at } = chosen;
  const turn = rotation.turns[at]!;
  const receiver = receiverOf(rotation, at);
  const by =
    chance.is(0.92) && may(receiver.person, "repay")
      ? { person: receiver.person, signedIn: true }
      : world.caller("repay");
  const isKnown = chance.is(0.98);
  const payer =
    chance.maybeOne(rotation.seats!.filter((seat) => payableFor(model, rotation, seat, at) > 0n)) ??
    receiver;
  const stranger = model.people.find((each) => seatOf(rotation, each) === undefined);
  const isStranger = stranger !== undefined && chance.is(0.03);
  const most = payableFor(model, rotation, payer, at);
  const cents = chooseAmount(world, most);
  const amount = amountField(chance, cents > 0n ? cents : 100n);
  const confirmed = (): Expected => {
    if (!isKnown) return refused(404);
    if (!amount.isGood) return refused(400);
    if (by.person !== receiver.person || isStranger) return refused(403);
    if (toCents(Number(amount.sent)) > most) return refused(400);
    return {
      status: 200,
      check: ({ rotation: shown }) => {
        payDirectly(model, rotation, { payer, at, cents: toCents(Number(amount.sent)) });
        checkRotation(model, rotation, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}turns/${isKnown ? turn.id : chance.one(unknownIds)}/direct/`,
    body: { member_id: isStranger ? stranger.id : payer.person.id, amount: amount.sent },
    expected: denied(by, "repay") ?? confirmed(),
  });
  return true;
}

/** Each of the two offices; with the second it is taken from the member's free savings. */
export async function settleRotation(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const owing = model.rotations.flatMap((rotation) =>
    (rotation.seats ?? []).map((seat) => ({ rotation, seat })),
  );
  const fitting = owing.filter(({ rotation, seat }) => takeable(model, rotation, seat) > 0n);
  const chosen = chance.maybeOne(chance.is(0.95) ? fitting : owing);
  if (chosen === undefined) return false;
  const { rotation, seat } = chosen;
  const { id } = seat.person;
  const requests = () => requestsOf(rotation, -id);
  const others = model.people.filter((each) => may(each, "decide") && !hasActed(requests(), each));
  const other = chance.is(0.85) ? chance.maybeOne(others) : undefined;
  const by = other === undefined ? world.caller("decide") : { person: other, signedIn: true };
  const isKnown = chance.is(0.98);
  const hasReason = chance.is(0.95);
  const taken = (): Expected => {
    if (!isKnown) return refused(404);
    const isPossible = hasReason && takeable(model, rotation, seat) > 0n;
    if (!isPossible || hasActed(requests(), by.person!)) return refused(400);
    return {
      status: 200,
      check: ({ rotation: shown }) => {
        const earlier = requests();
        if (earlier.length === 0) request(rotation, -id, by.person!);
        else {
          takeFromSavings(model, rotation, seat);
          rotation.requests = rotation.requests.filter((each) => !earlier.includes(each));
        }
        checkRotation(model, rotation, shown);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/settle/`,
    body: { member_id: id, ...(hasReason ? { reason: "They do not pay" } : {}) },
    expected: denied(by, "decide") ?? taken(),
  });
  return true;
}

/** Neither left, nor has anybody received anything of their turns, nor has an office begun to pay one out. */
function whyNoSwap(rotation: Rotation, seats: readonly (Seat | undefined)[]) {
  if (rotation.seats === null) return refused(400);
  for (const seat of seats) {
    if (seat === undefined || seat.leftOn !== null) return refused(403);
    const turn = rotation.turns[seat.at]!;
    if (hasBegun(turn) || requestsOf(rotation, turn.id).length > 0) return refused(400);
  }
  return null;
}

export async function askSwap(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const { rotation, isKnown } = chooseRotation(world, running(model));
  if (rotation === undefined) return false;
  const isFree = (seat: Seat) => whyNoSwap(rotation, [seat]) === null;
  const own = chooseSeat(world, rotation, isFree);
  const by = own === undefined ? world.caller("repay") : { person: own.person, signedIn: true };
  const other = chooseSeat(world, rotation, (seat) => isFree(seat) && seat.person !== by.person);
  const withPerson = other?.person ?? chance.one(model.people);
  const expected = (): Expected => {
    if (!isKnown) return refused(404);
    if (withPerson === by.person) return refused(400);
    const seats = [seatOf(rotation, by.person), seatOf(rotation, withPerson)];
    const refusal = whyNoSwap(rotation, seats);
    if (refusal !== null) return refusal;
    const isAgain = rotation.swaps.some(
      (each) => each.by === by.person && each.with === withPerson && each.status === "asked",
    );
    if (isAgain) return refused(400);
    return {
      status: 201,
      check: ({ swap: shown }) => {
        agree("a new swap", shown.status, "asked");
        rotation.swaps.push({ id: shown.id, by: by.person!, with: withPerson, status: "asked" });
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}${isKnown ? rotation.id : chance.one(unknownIds)}/swaps/`,
    body: { with_member_id: withPerson.id },
    expected: denied(by, "repay") ?? expected(),
  });
  return true;
}

export async function answerSwap(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const all = model.rotations.flatMap((rotation) =>
    rotation.swaps.map((wanted) => ({ rotation, wanted })),
  );
  const open = all.filter(({ wanted }) => wanted.status === "asked");
  const chosen = chance.maybeOne(chance.is(0.93) ? open : all);
  if (chosen === undefined) return false;
  const { rotation, wanted } = chosen;
  const isKnown = chance.is(0.98);
  const by =
    chance.is(0.93) && may(wanted.with, "repay")
      ? { person: wanted.with, signedIn: true }
      : world.caller("repay");
  const agrees = chance.is(0.75);
  const answered = (): Expected => {
    if (!isKnown) return refused(404);
    if (by.person !== wanted.with) return refused(403);
    if (wanted.status !== "asked") return refused(400);
    const [one, other] = [seatOf(rotation, wanted.by)!, seatOf(rotation, wanted.with)!];
    const refusal = agrees ? whyNoSwap(rotation, [one, other]) : null;
    if (refusal !== null) return refusal;
    return {
      status: 200,
      check: ({ swap: shown }) => {
        wanted.status = agrees ? "done" : "refused";
        if (agrees) swap(rotation, one, other);
        agree("an answered swap", shown.status, wanted.status);
      },
    };
  };
  await call({
    by,
    method: "POST",
    path: `${PATH}swaps/${isKnown ? wanted.id : chance.one(unknownIds)}/answer/`,
    body: { answer: agrees ? "yes" : "no" },
    expected: denied(by, "repay") ?? answered(),
  });
  return true;
}

export async function readRotations(world: World, as?: Caller): Promise<boolean> {
  const { chance, model } = world;
  if (model.rotations.length === 0) return false;
  const by = as ?? { person: chance.one(model.people), signedIn: true };
  const check = ({ rotations }: Json) => {
    agree(
      "merry-go-rounds, newest first",
      rotations.map(({ id }: Json) => id),
      model.rotations.map(({ id }) => id).toReversed(),
    );
    for (const shown of rotations)
      checkRotation(
        model,
        model.rotations.find(({ id }) => id === shown.id)!,
        shown,
      );
  };
  await read(world, {
    by,
    path: PATH,
    check,
    ...(as === undefined ? {} : { exact: true as const }),
  });
  return true;
}

function checkRotation(model: Model, rotation: Rotation, shown: Json): void {
  agree(
    `merry-go-round ${rotation.id}`,
    {
      status: shown.status,
      commitment: shown.commitment,
      isDrawn: shown.seed !== null,
      swaps: shown.swaps.map(({ id, status }: Json) => [id, status]),
      turns: shown.turns.map((turn: Json) => [
        turn.id,
        turn.number,
        turn.due_on,
        turn.receiver.id,
        turn.state,
        turn.waits_for,
        ...[turn.due, turn.collected, turn.paid_out, turn.pays, turn.kept_back].map(toCents),
      ]),
      members: shown.members.map(memberShown),
    },
    {
      status: statusOfRotation(model, rotation),
      commitment: rotation.commitment,
      isDrawn: rotation.seats !== null,
      swaps: rotation.swaps.map(({ id, status }) => [id, status]),
      turns: rotation.turns.map((_, at) => turnKnown(model, rotation, at)),
      members: membersKnown(model, rotation),
    },
  );
}

const waitsForOffice = (rotation: Rotation, id: number): string | null => {
  const [first] = requestsOf(rotation, id);
  if (first === undefined) return null;
  return first.office === "Treasurer" ? "Sec-Gen" : "Treasurer";
};

function turnKnown(model: Model, rotation: Rotation, at: number) {
  const { id, dueOn, handed } = rotation.turns[at]!;
  const { collected, pays, retained } = payoutOf(rotation, at);
  const due = rotation.seats!.reduce((sum, { owed }) => sum + owed[at]!, 0n);
  const receiverId = receiverOf(rotation, at).person.id;
  const state = stateOfTurn(model, rotation, at);
  const waits = waitsForOffice(rotation, id);
  return [
    id,
    at + 1,
    dueOn,
    receiverId,
    state,
    waits,
    due,
    collected + handed,
    handed,
    pays,
    retained,
  ];
}

const memberShown = (shown: Json) => [
  shown.member.id,
  shown.turn,
  shown.left,
  shown.settling_waits_for,
  ...[shown.paid, shown.received, shown.owes_now, shown.position, shown.left_to_pay].map(toCents),
];

function membersKnown(model: Model, rotation: Rotation) {
  const nothing: Cents[] = [0n, 0n, 0n, 0n, 0n];
  if (rotation.seats === null)
    return rotation.joined
      .map(({ person }) => person.id)
      .toSorted((one, other) => one - other)
      .map((id) => [id, null, null, null, ...nothing]);
  return rotation.seats
    .toSorted((one, other) => one.at - other.at)
    .map((seat) => [
      seat.person.id,
      seat.at + 1,
      seat.leftOn,
      waitsForOffice(rotation, -seat.person.id),
      seat.paidIn,
      seat.received,
      owesNow(model, rotation, seat),
      seat.paidIn - seat.received,
      payableOf(model, rotation, seat),
    ]);
}
