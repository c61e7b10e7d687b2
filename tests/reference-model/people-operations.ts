// Joining, signing in, and the Chairperson's actions on members. The Chairperson also proposes, gives and removes
// offices; other officials agree and object.
import { appointOfficial } from "#server/features/members/change-office.ts";
import type { Json } from "#tests/support/test-group.ts";
import { dayOf, unknownIds } from "./arithmetic.ts";
import { checkUser } from "./figures.ts";
import { type Model, type Office, type Person, statusOf } from "./group-model.ts";
import { rejectHeldClaims } from "./payments.ts";
import {
  type Caller,
  count,
  denied,
  endProposal,
  type Expected,
  hasContributed,
  holdOffice,
  loseOffice,
  manage,
  type ManageAction,
  manageActions,
  may,
  mayAnswerAtAll,
  mayAssign,
  mayCount,
  mayManage,
  mayRemove,
  offered,
  proposalOf,
  propose,
  refused,
  type Refused,
  weigh,
} from "./people.ts";
import { read } from "./report-operations.ts";
import { matchUp } from "./statements.ts";
import { agree, type World } from "./world.ts";

const MEMBERS_MAX = 16;

export async function join(world: World): Promise<boolean> {
  const { group, model } = world;
  if (model.people.filter(({ hasLeft }) => !hasLeft).length >= MEMBERS_MAX) return false;
  addPerson(world, await group.pendingMember());
  world.history.push(`${model.people.at(-1)?.username} joins`);
  return true;
}

/**
 * Somebody joins by the Chairperson's personal invitation: as a member at once, with its office while the books are
 * empty.
 */
export async function joinInvited(world: World): Promise<boolean> {
  const { chance, group, model, call } = world;
  if (model.people.filter(({ hasLeft }) => !hasLeft).length >= MEMBERS_MAX) return false;
  const by = world.caller("lead");
  const office = chance.is(0.4) ? chance.one(["Treasurer", "Sec-Gen"] as const) : null;
  const refusal = denied(by, "lead");
  let url: string | null = null;
  await call({
    by,
    method: "POST",
    path: "/api/user/invitations/",
    body: { kind: "person", ...(office === null ? {} : { role: office.toLowerCase() }) },
    expected: refusal ?? { status: 201, check: ({ invitation }) => void (url = invitation.url) },
    exact: true,
  });
  if (url === null) return true;
  const invitation = String(url).split("/").at(-1);
  const person = addPerson(world, await group.pendingMember({ invitation }));
  manage(model, person, "approve", by.person!.id);
  if (model.entries.length === 0) person.office = office;
  world.history.push(`${person.username} joins by invitation`);
  return true;
}

type Signed = { id: number; username: string; email: string; password: string; token: string };

export function addPerson({ model, sessions }: World, signed: Signed): Person {
  const { id, username, email, password, token } = signed;
  const person: Person = {
    id,
    username,
    email,
    password,
    office: null,
    suspended: null,
    status: "pending_approval",
    isActive: true,
    hasLeft: false,
    signedUpOn: dayOf(model.now),
    approvedOn: null,
    approvedAt: null,
    lostOfficeAt: null,
    heldCents: 0n,
    saved: [],
    merryCents: 0n,
    leftAt: null,
    book: null,
  };
  model.people.push(person);
  sessions.set(id, { token, createdAt: model.now.getTime(), usedAt: model.now.getTime() });
  return person;
}

export async function signIn({ chance, model, call }: World): Promise<boolean> {
  const person = chance.one(model.people);
  const isRight = chance.is(0.7);
  const failed = refused(401, "Some of your login information was incorrect");
  const { username } = person;
  await call({
    by: { person: null, signedIn: false },
    method: "POST",
    path: "/api/user/login",
    body: { email: person.email, password: isRight ? person.password : `not ${username}'s` },
    expected: isRight && person.isActive ? { status: 200, check: () => {} } : failed,
    exact: true,
  });
  return true;
}

/** Chooses a member, mostly a wanted one; rarely an id of nobody. */
export function target({ chance, model }: World, wanted: (person: Person) => boolean) {
  if (chance.is(0.03)) return { id: chance.one(unknownIds), person: null };
  const fitting = chance.is(0.9) ? model.people.filter(wanted) : model.people;
  const person = chance.one(fitting.length > 0 ? fitting : model.people);
  return { id: person.id, person };
}

const waitsForChairperson = ({ status, isActive }: Person): boolean =>
  status === "pending_approval" || !isActive;

export async function changeStatus(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { id, person } = target(world, chance.is(0.7) ? waitsForChairperson : () => true);
  const action = chooseAction(world, person);
  const hasReason = action !== "reject" || chance.is(0.9);
  const isDeactivation = action === "deactivate" && chance.is(0.3);
  await call({
    by,
    method: "POST",
    path: isDeactivation
      ? `/api/user/deactivate_user/${id}/`
      : `/api/user/admin_manage_user/${id}/`,
    ...(isDeactivation
      ? {}
      : { body: { action, ...(hasReason ? { reject_reason: "Not known to us" } : {}) } }),
    expected: expectation(denied(by, "lead"), person, (found) =>
      mayManage(model, found.id, action, hasReason)
        ? {
            status: 200,
            check: (body) => {
              if (action === "approve") rejectHeldClaims(model, found, by.person!.id);
              const wasOfficial = found.office !== null;
              manage(model, found, action, by.person!.id);
              if (action === "approve")
                matchUp(
                  model,
                  model.banked.lines,
                  model.payments.filter(
                    (each) => each.memberId === found.id && statusOf(each) !== "approved",
                  ),
                );
              if (!found.isActive || (wasOfficial && found.suspended !== null))
                world.endSession(found);
              checkUser(model, found, body.user);
            },
          }
        : refused(400),
    ),
  });
  return true;
}

function chooseAction({ chance }: World, person: Person | null): ManageAction {
  const fitting = person === null || chance.is(0.1) ? manageActions : offered(person);
  const gentle = fitting.filter((action) => action !== "reject" && action !== "deactivate");
  return chance.maybeOne(chance.is(0.8) ? gentle : fitting) ?? chance.one(manageActions);
}

export function expectation(
  refusal: Refused | null,
  person: Person | null,
  decide: (person: Person) => Expected,
): Expected {
  if (refusal !== null) return refusal;
  return person === null ? refused(404) : decide(person);
}

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

/** The office counts at once while the books are empty, otherwise a day later. */
function give(model: Model, person: Person, office: Office, byId: number): Expected {
  if (model.entries.length === 0)
    return {
      status: 200,
      check: ({ user }) => {
        holdOffice(person, office);
        checkUser(model, person, user);
      },
    };
  if (!hasContributed(model, person)) return refused(400);
  return proposing(model, { kind: "give", person, office, byId });
}

function proposing(model: Model, params: Parameters<typeof propose>[1]): Expected {
  return {
    status: 200,
    check: ({ user, effective_at }) => {
      const { effectiveAt, needsAgreement } = propose(model, params);
      agree(
        "when it counts",
        effective_at === null ? null : Date.parse(effective_at),
        needsAgreement ? null : effectiveAt.getTime(),
      );
      checkUser(model, params.person, user);
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
  endProposal(model, person);
  holdOffice(person, office);
  return true;
}

/** An official or a member agrees or objects. */
export async function decideOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  if (model.proposals.length === 0 && chance.is(0.8)) return false;
  const { id, person } = target(world, (each) => proposalOf(model, each) !== undefined);
  const others = model.people.filter(
    (each) => mayAnswerAtAll(model, each) && each.id !== model.proposals[0]?.byId,
  );
  const other = chance.is(0.7) ? chance.maybeOne(others) : undefined;
  const by =
    other === undefined ? world.caller("be an official") : { person: other, signedIn: true };
  const says = chance.is(0.6) ? "agree" : "object";
  const hasReason = chance.is(0.9);
  await call({
    by,
    method: "POST",
    path: `/api/user/assign_groups/${id}/${says}/`,
    ...(says === "agree" ? {} : { body: hasReason ? { reason: "Lives abroad" } : {} }),
    expected: answerExpected(model, { by, found: person, says, hasReason }),
  });
  return true;
}

function answerExpected(
  model: Model,
  answer: { by: Caller; found: Person | null; says: "agree" | "object"; hasReason: boolean },
): Expected {
  const { by, found, says } = answer;
  const denial = denied(by, "see figures");
  if (denial !== null) return denial;
  const speaker = by.person!;
  if (!mayAnswerAtAll(model, speaker)) return refused(403);
  const proposal = found === null ? undefined : proposalOf(model, found);
  if (found === null || proposal === undefined) return refused(404);
  const weighed = weigh(model, proposal, { person: speaker, says });
  if (weighed === null) return refused(403);
  if (says === "object" && !answer.hasReason) return refused(400);
  if (proposal.answers.get(speaker.id)?.says === says) return refused(400);
  if (weighed.decides && says === "agree" && !mayCount(model, proposal)) return refused(400);
  return {
    status: 200,
    check: (body) => {
      agree("how many say so", body[says === "agree" ? "agreements" : "objections"], weighed.count);
      proposal.answers.set(speaker.id, { says, counts: weighed.counts });
      if (proposal.kind === "take" && speaker.id === found.id) proposal.needsAgreement = true;
      if (weighed.decides && says === "agree") count(model, proposal, speaker.id);
      else if (weighed.decides) endProposal(model, found);
      if (body.user !== undefined) checkUser(model, found, body.user);
    },
  };
}

export async function readProposals(world: World): Promise<boolean> {
  const { chance, model } = world;
  const by = { person: chance.one(model.people), signedIn: true };
  const check = ({ proposals }: Json) =>
    agree(
      "what is proposed",
      proposals
        .filter((each: Json) => each.kind !== "setting")
        .map((each: Json) => [
          each.kind,
          each.member.id,
          each.role,
          each.proposed_by.id,
          each.effective_at === null ? null : Date.parse(each.effective_at),
          each.needs_agreement,
          each.agreed_by.length,
        ]),
      model.proposals
        .toReversed()
        .map((each) => [
          each.kind,
          each.memberId,
          each.office,
          each.byId,
          each.needsAgreement ? null : each.effectiveAt.getTime(),
          each.needsAgreement,
          [...each.answers.values()].filter(({ says }) => says === "agree").length,
        ]),
    );
  await read(world, { by, path: "/api/user/assign_groups/", right: "see own", check });
  return true;
}

export async function takeOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { id, person } = target(
    world,
    (each) => each.office !== null || proposalOf(model, each) !== undefined,
  );
  const proposed = person === null ? undefined : proposalOf(model, person)?.office;
  const held = person?.office ?? person?.suspended ?? proposed ?? "Treasurer";
  const office = chance.is(0.9) ? held : chance.one(offices);
  await call({
    by,
    method: "DELETE",
    path: `/api/user/remove_groups/${id}/`,
    body: { role: office },
    expected: expectation(denied(by, "lead"), person, (found) => {
      const waits = proposalOf(model, found);
      const isWithdrawn = waits?.office === office && waits.kind === "give";
      if (!isWithdrawn && !mayRemove(model, found, office)) return refused(400);
      const byId = by.person!.id;
      if (!isWithdrawn && model.entries.length > 0) {
        if (waits !== undefined) return refused(400);
        if (byId !== found.id)
          return proposing(model, { kind: "take", person: found, office, byId });
      }
      return {
        status: 200,
        check: ({ user }) => {
          if (isWithdrawn) endProposal(model, found);
          else loseOffice(model, found, byId);
          checkUser(model, found, user);
        },
      };
    }),
  });
  return true;
}
