// The Chairperson proposes, gives and removes offices; other officials agree and object.
import { appointOfficial } from "#server/features/members/change-office.ts";
import type { Json } from "#tests/support/test-group.ts";
import { checkUser } from "./figures.ts";
import type { Model, Office, Person } from "./group-model.ts";
import { expectation, target } from "./people-operations.ts";
import {
  denied,
  endProposal,
  type Expected,
  hasContributed,
  may,
  mayAssign,
  mayRemove,
  proposalOf,
  refused,
} from "./people.ts";
import { read } from "./report-operations.ts";
import { agree, type World } from "./world.ts";

const offices: readonly Office[] = ["Chairperson", "Treasurer", "Sec-Gen"];
const holders = (model: Model, office: Office) =>
  model.people.filter((person) => person.office === office && may(person, "be an official"));

/** Gives the office that has the fewest holders. */
export async function giveOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const rarest = offices.toSorted(
    (a, b) => holders(model, a).length - holders(model, b).length,
  )[0]!;
  const office = chance.is(0.8) ? rarest : chance.one(offices);
  if (holders(model, office).length >= 2 && chance.is(0.8)) return false;
  const role = chance.is(0.04) ? "cashier" : chance.is(0.5) ? office.toLowerCase() : office;
  const hasBegun = model.entries.length > 0;
  const { id, person } = target(
    world,
    (each) => mayAssign(each) && (!hasBegun || hasContributed(model, each)),
  );
  await call({
    by,
    method: "POST",
    path: `/api/user/assign_groups/${id}/`,
    body: { role },
    expected: expectation(denied(by, "lead"), person, (found) =>
      role !== "cashier" && mayAssign(found) && proposalOf(model, found) === undefined
        ? give(model, found, office, by.person!.id)
        : refused(400),
    ),
  });
  return true;
}

const DELAY_MS = 24 * 60 * 60_000;

/** At once while the books are empty, otherwise a day later. */
function give(model: Model, person: Person, office: Office, byId: number): Expected {
  if (model.entries.length === 0)
    return { status: 200, check: ({ user }) => assign(model, person, office, user) };
  if (!hasContributed(model, person)) return refused(400);
  const effectiveAt = new Date(model.now.getTime() + DELAY_MS);
  return {
    status: 200,
    check: ({ user, effective_at }) => {
      agree("when the office counts", Date.parse(effective_at), effectiveAt.getTime());
      model.proposals.push({ memberId: person.id, office, byId, effectiveAt });
      checkUser(model, person, user);
    },
  };
}

/** The server's operator fills a vacant office: at once, and any proposal for that member ends. */
export async function appoint({ chance, model, group, history }: World): Promise<boolean> {
  const vacant = offices.filter((office) => holders(model, office).length === 0);
  const person = chance.maybeOne(model.people.filter(mayAssign));
  const office = chance.maybeOne(vacant);
  if (person === undefined || office === undefined) return false;
  history.push(`${person.username} is appointed ${office}`);
  await appointOfficial(group.db, { email: person.email, office, now: model.now });
  person.office = office;
  endProposal(model, person);
  return true;
}

/** Another official agrees or objects. */
export async function decideOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  if (model.proposals.length === 0 && chance.is(0.8)) return false;
  const { id, person } = target(world, (each) => proposalOf(model, each) !== undefined);
  const others = model.people.filter(
    (each) => may(each, "be an official") && each.id !== model.proposals[0]?.byId,
  );
  const other = chance.is(0.7) ? chance.maybeOne(others) : undefined;
  const by =
    other === undefined ? world.caller("be an official") : { person: other, signedIn: true };
  const agrees = chance.is(0.6);
  const hasReason = chance.is(0.9);
  await call({
    by,
    method: "POST",
    path: `/api/user/assign_groups/${id}/${agrees ? "agree" : "object"}/`,
    ...(agrees ? {} : { body: hasReason ? { reason: "Lives abroad" } : {} }),
    expected: expectation(denied(by, "be an official"), person, (found) => {
      const proposal = proposalOf(model, found);
      if (proposal === undefined) return refused(404);
      if (proposal.byId === by.person?.id) return refused(403);
      if (!agrees && !hasReason) return refused(400);
      return {
        status: 200,
        check: ({ user }) => {
          endProposal(model, found);
          assign(model, found, agrees ? proposal.office : null, user);
        },
      };
    }),
  });
  return true;
}

export async function readProposals(world: World): Promise<boolean> {
  const { chance, model } = world;
  const by = { person: chance.one(model.people), signedIn: true };
  const check = ({ proposals }: Json) =>
    agree(
      "what is proposed",
      proposals.map(({ member, role, proposed_by, effective_at }: Json) => [
        member.id,
        role,
        proposed_by.id,
        Date.parse(effective_at),
      ]),
      model.proposals
        .toReversed()
        .map(({ memberId, office, byId, effectiveAt }) => [
          memberId,
          office,
          byId,
          effectiveAt.getTime(),
        ]),
    );
  await read(world, { by, path: "/api/user/assign_groups/", right: "see own", check });
  return true;
}

function assign(model: Model, person: Person, office: Office | null, user: Json): void {
  person.office = office;
  checkUser(model, person, user);
}

export async function takeOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { id, person } = target(
    world,
    (each) => each.office !== null || proposalOf(model, each) !== undefined,
  );
  const proposed = person === null ? undefined : proposalOf(model, person)?.office;
  const held = person?.office ?? proposed ?? "Treasurer";
  const office = chance.is(0.9) ? held : chance.one(offices);
  await call({
    by,
    method: "DELETE",
    path: `/api/user/remove_groups/${id}/`,
    body: { role: office },
    expected: expectation(denied(by, "lead"), person, (found) => {
      const isProposed = proposalOf(model, found)?.office === office;
      if (!isProposed && !mayRemove(model, found, office)) return refused(400);
      return {
        status: 200,
        check: ({ user }) => {
          endProposal(model, found);
          assign(model, found, null, user);
        },
      };
    }),
  });
  return true;
}
