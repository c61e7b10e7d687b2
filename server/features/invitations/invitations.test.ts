import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { joiningInvariants } from "#server/verify/member-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const INVITATIONS = "/api/user/invitations/";

let group: TestGroup;
let chairperson: TestMember;
let people = 0;

const invite = (body: Json, by = chairperson) =>
  group.api("POST", INVITATIONS, { token: by.token, body });
const made = async (body: Json) => {
  const answer = await invite(body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body.invitation as { id: number; url: string };
};
const tokenOf = ({ url }: { url: string }) => /[A-Za-z0-9_-]{22,}$/.exec(url)?.[0] ?? "";
const list = async () =>
  (await group.api("GET", INVITATIONS, { token: chairperson.token })).body.invitations as Json[];
const end = (id: number) =>
  group.api("DELETE", `${INVITATIONS}${id}/`, { token: chairperson.token });
const form = (params: Json = {}) => {
  const number = ++people;
  return {
    first_name: "Njeri",
    last_name: "Mwangi",
    username: `njeri${number}`,
    email: `njeri${number}@example.com`,
    RegNo: `N/${number}`,
    phone: `0110${String(200_000 + number)}`,
    password: "maji ya matunda 41",
    confirm_password: "maji ya matunda 41",
    ...params,
  };
};
const signUp = (body: Json) => group.api("POST", "/api/user/signup/", { body });
async function join(invitation: string, params: Json = {}): Promise<Json> {
  const sent = form({ invitation, ...params });
  const answer = await signUp(sent);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  const activation_token = await group.mailedToken(sent.email, "activate");
  await group.api("POST", "/api/user/activate/", { body: { activation_token } });
  const token = await group.signIn(sent);
  return (await group.api("GET", "/api/user/get_user_data", { token })).body;
}
const broken = (statement: string) => brokenBy(group.db, joiningInvariants, statement);
const breaches = async () => (await verifyBooks(group.db)).breaches;

describe("invitations while the books are empty", () => {
  beforeAll(async () => {
    group = await startGroup();
    chairperson = await group.official("Chairperson");
  });
  afterAll(() => group.close());

  test("are only the Chairperson's", async () => {
    const treasurer = await group.official("Treasurer");
    const pending = await group.pendingMember();
    expect((await group.api("POST", INVITATIONS, { body: {} })).status).toBe(401);
    for (const by of [treasurer, pending]) {
      expect((await invite({}, by)).status).toBe(403);
      expect((await group.api("GET", INVITATIONS, { token: by.token })).status).toBe(403);
      expect((await group.api("DELETE", `${INVITATIONS}1/`, { token: by.token })).status).toBe(403);
    }
    expect((await end(999)).status).toBe(404);
    expect((await invite({ kind: "crowd" })).body.errors).toHaveProperty("kind");
    expect((await invite({ kind: "group", role: "treasurer" })).body.errors).toHaveProperty("role");
    expect((await invite({ kind: "person", role: "king" })).body.errors).toHaveProperty("role");
    expect((await invite({ kind: "person", phone: "12" })).body.errors).toHaveProperty("phone");
  });

  test("tell the link once, and store only its hash", async () => {
    const answer = await invite({ kind: "person", name: "Njeri", phone: "0711 222 333" });
    expect(answer.status).toBe(201);
    expect(answer.body.invitation).toEqual({
      id: expect.any(Number),
      kind: "person",
      url: expect.stringMatching(/^http:\/\/localhost:3000\/join\/[A-Za-z0-9_-]{22}$/),
      expires_at: "2026-03-23T09:00:00.000+03:00",
    });
    const token = tokenOf(answer.body.invitation);
    const { rows } = await sql`SELECT to_jsonb(l) FROM invitation_links l UNION ALL
      SELECT to_jsonb(i) FROM invitations i UNION ALL SELECT after FROM audit_entries`.execute(
      group.db,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    const [first] = await list();
    expect(JSON.stringify(first)).not.toContain(token);
    expect(first).toMatchObject({
      kind: "person",
      name: "Njeri",
      phone: "+254711222333",
      reg_number: null,
      role: null,
      state: "open",
      invited_by: { id: chairperson.id, reg_number: expect.stringMatching(/^REG/) },
      sign_ups: 0,
      used_by: null,
    });
    const shown = await group.api("POST", `${INVITATIONS}open/`, { body: { invitation: token } });
    expect(shown.body).toMatchObject({
      group_name: "Akiba Group",
      invited_by: expect.stringMatching(/^Wanjiku Kamau/),
      kind: "person",
      name: "Njeri",
    });
  });

  test("of the group let everybody sign up, who then waits for the Chairperson", async () => {
    const invitation = await made({ kind: "group" });
    const users = [await join(tokenOf(invitation)), await join(tokenOf(invitation))];
    for (const user of users) expect(user).toMatchObject({ status: "pending_approval" });
    const [first] = await list();
    expect(first).toMatchObject({ kind: "group", state: "open", sign_ups: 2, used_by: null });

    const renewed = await made({ kind: "group" });
    const refused = await signUp(form({ invitation: tokenOf(invitation) }));
    expect(refused.status).toBe(400);
    expect(refused.body.errors.invitation).toHaveLength(1);
    expect((await end(renewed.id)).status).toBe(200);
    expect((await end(renewed.id)).status).toBe(400);
    const ended = await signUp(form({ invitation: tokenOf(renewed) }));
    expect(ended.body.errors).toHaveProperty("invitation");
    expect(await breaches()).toEqual([]);
  });

  test("of a person work once for 7 days, and give the membership with the email address", async () => {
    const token = tokenOf(await made({ kind: "person", reg_number: "N/777" }));
    const other = await signUp(form({ invitation: token }));
    expect(other.body.errors).toHaveProperty("RegNo");
    const both = [form({ RegNo: "n/777" }), form({ RegNo: "N/777" })];
    const answers = await Promise.all(both.map((each) => signUp({ ...each, invitation: token })));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 400,
    ]);
    expect((await signUp(form({ invitation: token }))).body.errors).toHaveProperty("invitation");

    const user = await join(tokenOf(await made({ kind: "person" })));
    expect(user).toMatchObject({ status: "active", is_active: true, user_groups: [] });
    const old = tokenOf(await made({ kind: "person" }));
    group.clock.advanceMinutes(7 * 24 * 60);
    chairperson = { ...chairperson, token: await group.signIn(chairperson) };
    expect((await signUp(form({ invitation: old }))).body.errors).toHaveProperty("invitation");
    expect((await list())[0]).toMatchObject({ state: "expired" });
    expect(await breaches()).toEqual([]);
  });

  test("say of a dead token and of taken values in one answer, and of nothing for a sign-up without one", async () => {
    const answer = await signUp({ ...form(), username: "", invitation: "x".repeat(22) });
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(["invitation", "username"]);
    expect((await signUp(form({ invitation: 7 }))).body.errors).toHaveProperty("invitation");
    for (const invitation of [undefined, null, ""])
      expect((await signUp(form({ invitation }))).status).toBe(201);
  });

  test("refuse whoever has an account already", async () => {
    const member = await group.signUp();
    const answer = await invite({ kind: "person", email: member.email, phone: member.phone });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors).toSorted()).toEqual(["email", "phone"]);
    const { reg_number } = await group.db
      .selectFrom("members")
      .select("reg_number")
      .where("id", "=", member.id)
      .executeTakeFirstOrThrow();
    expect((await invite({ kind: "person", reg_number })).body.errors).toHaveProperty("reg_number");
  });

  test("with an office give it at once, and mail the link where there is an address", async () => {
    const invitation = await made({ kind: "person", role: "Sec-Gen", email: "juma@example.com" });
    const [mail] = await group.mailbox("juma@example.com");
    expect(mail?.body).toContain(invitation.url);
    expect(mail?.body).toContain("as Sec-Gen");
    const user = await join(tokenOf(invitation), { email: "juma@example.com" });
    expect(user).toMatchObject({ status: "active", user_groups: ["Sec-Gen"] });
    expect((await list())[0]).toMatchObject({ state: "used", used_by: { id: user.id } });
    expect(await breaches()).toEqual([]);
  });

  test("of a member who is no longer Chairperson give no membership", async () => {
    const second = await group.official("Chairperson");
    const answer = await invite({ kind: "person", role: "treasurer" }, second);
    await group.api("DELETE", `/api/user/remove_groups/${second.id}/`, {
      token: chairperson.token,
      body: { role: "Chairperson" },
    });
    const user = await join(tokenOf(answer.body.invitation));
    expect(user).toMatchObject({ status: "pending_approval", user_groups: [] });
    expect(await breaches()).toEqual([]);
  });

  test("altered behind the log fall out", async () => {
    const open = await made({ kind: "person", name: "Otieno" });
    expect(await broken(`UPDATE invitations SET role = 'Treasurer' WHERE id = ${open.id}`)).toEqual(
      ["invitations-as-audited"],
    );
    expect(await broken(`DELETE FROM invitations WHERE id = ${open.id}`)).toContain(
      "invitations-as-audited",
    );
    expect(
      await broken(
        `UPDATE invitation_links SET token_hash = 'abc' WHERE invitation_id = ${open.id}`,
      ),
    ).toEqual(["invitation-links-as-made"]);
    expect(await broken(`DELETE FROM invitation_uses`)).toEqual([
      "invitations-used-in-time",
      "joined-by-their-invitation",
    ]);
  });
});

test("after the books have begun an office is proposed to whoever has contributed, and given to nobody else", async () => {
  const founded = await startFoundedGroup({ members: 1 });
  group = founded.group;
  const { books } = founded;
  chairperson = books.chairperson;
  await books.contribute(await books.member(), 1_000);
  const user = await join(tokenOf(await made({ kind: "person", role: "treasurer" })));
  expect(user).toMatchObject({ status: "active", user_groups: [] });
  const { body } = await group.api("GET", "/api/user/assign_groups/", { token: chairperson.token });
  expect(body.proposals).toEqual([]);
  expect(await breaches()).toEqual([]);
  await group.close();
});
