// The Chairperson giving and taking offices.
import type { Json } from "#tests/support/test-group.ts";
import type { Model, Office, Person } from "./group-model.ts";
import { mayAssign, mayRemove } from "./people.ts";
import { expectation, target } from "./people-operations.ts";
import { checkUser } from "./person-figures.ts";
import { denied, may, refused } from "./rights.ts";
import type { World } from "./world.ts";

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
  const { id, person } = target(world, mayAssign);
  await call({
    by,
    method: "POST",
    path: `/api/user/assign_groups/${id}/`,
    body: { role },
    expected: expectation(denied(by, "lead"), person, (found) =>
      role !== "cashier" && mayAssign(found)
        ? { status: 200, check: ({ user }) => assign(model, found, office, user) }
        : refused(400),
    ),
  });
  return true;
}

function assign(model: Model, person: Person, office: Office | null, user: Json): void {
  person.office = office;
  checkUser(model, person, user);
}

export async function takeOffice(world: World): Promise<boolean> {
  const { chance, model, call } = world;
  const by = world.caller("lead");
  const { id, person } = target(world, ({ office }) => office !== null);
  const office = chance.is(0.9) ? (person?.office ?? "Treasurer") : chance.one(offices);
  await call({
    by,
    method: "DELETE",
    path: `/api/user/remove_groups/${id}/`,
    body: { role: office },
    expected: expectation(denied(by, "lead"), person, (found) =>
      mayRemove(model, found, office)
        ? { status: 200, check: ({ user }) => assign(model, found, null, user) }
        : refused(400),
    ),
  });
  return true;
}
