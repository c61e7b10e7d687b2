// A button and the server ask one rule: whoever is listed in a state is offered exactly the acts that the server does
// not refuse.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { User } from "#contract/members.ts";
import {
  manageActions,
  memberFacts,
  waitsForApproval,
  whyNoFine,
  whyNotChange,
} from "#domain/members/member-status.ts";
import { whyNoOffice, whyOfficeStays } from "#domain/members/office-proposal.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import type { Answer, TestGroup } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
const people = new Map<string, number>();
const states = [
  "who has not confirmed an email address",
  "who waits for approval",
  "who was rejected",
  "who is active",
  "who is active and has contributed",
  "who is dormant",
  "who is deactivated",
  "who has cleared",
  "who left with a debt",
  "who is the last Chairperson",
  "who is Treasurer",
] as const;

const post = (path: string, body: unknown, method = "POST") =>
  group.api(method, path, { token: books.chairperson.token, body });
const change = (id: number, action: string) =>
  post(`/api/user/admin_manage_user/${id}/`, { action, reject_reason: "Not known to us" });

async function changed(id: number, action: string): Promise<number> {
  expect((await change(id, action)).status).toBe(200);
  return id;
}

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  await group.db.updateTable("group_settings").set({ office_delay_hours: 0 }).execute();
  const paying = async () => {
    const member = await books.member();
    await books.contribute(member, 5_000);
    return member.id;
  };
  const settled = async (id: number, kind: "exit" | "clear") => {
    const { treasurer } = books;
    const ask = (method: string, path: string, body?: unknown) =>
      group.api(method, path, { token: treasurer.token, body });
    const { body: seen } = await ask("GET", `/api/accounting/settlement_preview/?member=${id}`);
    const { status } = await ask("POST", `/api/accounting/${kind}_member/`, {
      ...seen,
      member_id: id,
    });
    expect(status).toBe(200);
    return id;
  };
  const borrower = async () => {
    const member = await books.member();
    await books.contribute(member, 1_000);
    await books.lend(member, 3_000);
    return member.id;
  };
  const makers: Record<(typeof states)[number], () => Promise<number>> = {
    "who has not confirmed an email address": async () => (await group.signUp()).id,
    "who waits for approval": async () => (await group.pendingMember()).id,
    "who was rejected": async () => changed((await group.pendingMember()).id, "reject"),
    "who is active": async () => (await books.member()).id,
    "who is active and has contributed": paying,
    "who is dormant": async () => changed(await paying(), "dormant"),
    "who is deactivated": async () => changed(await paying(), "deactivate"),
    "who has cleared": async () => settled(await paying(), "clear"),
    "who left with a debt": async () => settled(await borrower(), "exit"),
    "who is the last Chairperson": async () => books.chairperson.id,
    "who is Treasurer": async () => books.treasurer.id,
  };
  for (const state of states) people.set(state, await makers[state]());
});
afterAll(() => group.close());

type Act = { send: (id: number) => Promise<Answer>; isOffered: (user: User) => boolean };

const acts: Record<string, Act> = {
  ...Object.fromEntries(
    manageActions.map((action): [string, Act] => [
      action,
      {
        send: (id) => change(id, action),
        isOffered: (user) => whyNotChange(memberFacts(user), action) === null,
      },
    ]),
  ),
  "give the office of Sec-Gen": {
    send: (id) => post(`/api/user/assign_groups/${id}/`, { role: "sec-gen" }),
    isOffered: (user) =>
      whyNoOffice(
        {
          ...memberFacts(user),
          office: user.user_groups[0] ?? null,
          hasContributed: user.needs_contribution === undefined,
        },
        "Sec-Gen",
        { haveBegun: true },
      ) === null,
  },
  ...Object.fromEntries(
    (["Chairperson", "Treasurer"] as const).map((office): [string, Act] => [
      `take the office of ${office}`,
      {
        send: (id) => post(`/api/user/remove_groups/${id}/`, { role: office }, "DELETE"),
        isOffered: (user) =>
          whyOfficeStays({ ...memberFacts(user), office: user.user_groups[0] ?? null }, office) ===
          null,
      },
    ]),
  ),
  fine: {
    send: async (id) => {
      const user = (await listed()).find((each) => each.id === id);
      const fine = { type: "fine", amount: 100, charged_user: user?.username, description: "Late" };
      return post("/api/accounting/create_ledger_entry/", fine);
    },
    isOffered: (user) => whyNoFine(memberFacts(user)) === null,
  },
};

const listed = async (): Promise<User[]> =>
  (await post("/api/user/get_users", undefined, "GET")).body.users;

/** As it was before, so that the next act meets the same state. */
async function restored(id: number, act: () => Promise<Answer>): Promise<Answer> {
  const before = await group.db
    .selectFrom("members")
    .select(["status", "is_active", "office", "suspended_office", "rejected_at", "approved_on"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const answer = await act();
  await group.db.updateTable("members").set(before).where("id", "=", id).execute();
  return answer;
}

describe.each(states)("a member %s", (state) => {
  test.each(Object.keys(acts))("is offered what the server does: %s", async (name) => {
    const id = people.get(state)!;
    const { send, isOffered } = acts[name]!;
    const user = (await listed()).find((each) => each.id === id)!;
    const { status } = await restored(id, () => send(id));
    expect([200, 201, 400]).toContain(status);
    expect({ isOffered: isOffered(user) }).toEqual({ isOffered: status < 300 });
  });
});

test("only who confirmed their email address and was not rejected waits for the Chairperson", async () => {
  const { body } = await post("/api/user/get_user_data", undefined, "GET");
  expect(body.new_members).toBe(1);
  const waiting = (await listed()).filter((user) => waitsForApproval(memberFacts(user)));
  expect(waiting.map(({ id }) => id)).toEqual([people.get("who waits for approval")]);
  const other = await group.api("GET", "/api/user/get_user_data", { token: books.treasurer.token });
  expect(other.body).not.toHaveProperty("new_members");
});
