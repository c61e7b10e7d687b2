// Joining, signing in, and the Chairperson's actions on members.
import { dayOf, unknownIds } from "./arithmetic.ts";
import { checkUser } from "./figures.ts";
import { type Person, statusOf } from "./group-model.ts";
import { rejectHeldClaims } from "./payments.ts";
import {
  denied,
  type Expected,
  manage,
  type ManageAction,
  manageActions,
  mayManage,
  offered,
  refused,
  type Refused,
} from "./people.ts";
import { matchUp } from "./statements.ts";
import type { World } from "./world.ts";

const MEMBERS_MAX = 16;

export async function join(world: World): Promise<boolean> {
  const { group, model } = world;
  if (model.people.filter(({ hasLeft }) => !hasLeft).length >= MEMBERS_MAX) return false;
  addPerson(world, await group.pendingMember());
  world.history.push(`${model.people.at(-1)?.username} joins`);
  return true;
}

/** By the Chairperson's personal invitation: a member at once, with its office while the books are empty. */
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
  manage(model, person, "approve");
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
    status: "pending_approval",
    isActive: true,
    hasLeft: false,
    signedUpOn: dayOf(model.now),
    approvedOn: null,
    heldCents: 0n,
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

/** A member, sometimes nobody. */
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
              manage(model, found, action);
              if (action === "approve")
                matchUp(
                  model,
                  model.banked.lines,
                  model.payments.filter(
                    (each) => each.memberId === found.id && statusOf(each) !== "approved",
                  ),
                );
              if (!found.isActive) world.endSession(found);
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
