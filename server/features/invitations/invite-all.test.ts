// One call invites everybody in the group's book (OPEN-63).
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { joiningInvariants } from "#server/verify/member-invariants.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { smsSettings } from "#tests/support/notice-senders.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import type { TestGroup, TestMember } from "#tests/support/test-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";

const MANY = "/api/user/invitations/many/";

let group: TestGroup;
let books: Bookkeeping;

const inviteAll = (by = books.chairperson) => group.api("POST", MANY, { token: by.token });
const handed = (by = books.chairperson) => group.api("GET", MANY, { token: by.token });
const open = (invitation: string) =>
  group.api("POST", "/api/user/invitations/open/", { body: { invitation } });
const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const list = async () =>
  (await group.api("GET", "/api/user/invitations/", { token: books.chairperson.token })).body
    .invitations;

async function texts() {
  const { rows } = await sql<{ recipient: string; text: string }>`
    SELECT d.recipient, d.text FROM notice_messages d JOIN notices n ON n.id = d.notice_id
     WHERE n.event = 'book_invited' ORDER BY d.id`.execute(group.db);
  return rows;
}

async function signedInAgain(...members: TestMember[]) {
  for (const member of members) member.token = await group.signIn(member);
}

describe("without a gateway", () => {
  beforeAll(async () => {
    ({ group, books } = await startFoundedGroup());
    await bringIn(group, books.secGen, [
      { regNumber: "ALL/1", firstName: "Akinyi", lastName: "Okoth", phone: "+254722500001" },
      { regNumber: "ALL/2", firstName: "Baraka", lastName: "Mutua" },
      { regNumber: "ALL/3", firstName: "Chebet", lastName: "Koech", email: "chebet@example.com" },
    ]);
  });
  afterAll(() => group.close());

  test("each gets a link of their own, which only the Chairperson sees, again and by name", async () => {
    for (const by of [books.treasurer, books.secGen]) {
      expect((await inviteAll(by)).status).toBe(403);
      expect((await handed(by)).status).toBe(403);
    }
    expect((await handed()).body).toEqual({ left: 3, invitations: [] });

    const { status, body } = await inviteAll();

    expect(status).toBe(201);
    expect(body).toMatchObject({ invited: 3, texted: 0, mailed: 0, left: 0 });
    expect(
      body.invitations.map((each: { member: { reg_number: string }; phone: string | null }) => [
        each.member.reg_number,
        each.phone,
      ]),
    ).toEqual([
      ["ALL/1", "+254722500001"],
      ["ALL/2", null],
      ["ALL/3", null],
    ]);
    expect(new Set(body.invitations.map(({ url }: { url: string }) => url)).size).toBe(3);
    expect((await handed()).body.invitations).toEqual(body.invitations);
    const { body: opened } = await open(tokenOf(body.invitations[1].url));
    expect(opened.claims).toMatchObject({ reg_number: "ALL/2", first_name: "Baraka" });
    // The book's phone is known by its last digits only to whoever has the link.
    const { body: other } = await open(tokenOf(body.invitations[0].url));
    expect(other).toMatchObject({ phone: null, claims: { phone: "…001" } });
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("a second call invites only who is new, and one act and each invitation are in the audit log", async () => {
    const before = (await handed()).body.invitations;
    await bringIn(group, books.secGen, [{ regNumber: "ALL/4", firstName: "Dalili" }]);
    const again = await inviteAll();
    expect(again.body).toMatchObject({ invited: 1 });
    expect(again.body.invitations).toEqual(expect.arrayContaining(before));
    expect(again.body.invitations).toHaveLength(4);
    const acts = await group.db
      .selectFrom("audit_entries")
      .select(["action", "after"])
      .where("action", "in", ["invitations.make", "invitations.make-all"])
      .orderBy("id", "desc")
      .limit(2)
      .execute();
    expect(acts).toEqual([
      { action: "invitations.make-all", after: { people: 1 } },
      { action: "invitations.make", after: expect.objectContaining({ reg_number: "ALL/4" }) },
    ]);
  });

  test("an invitation that was ended or is too old is made again, one that was used is not", async () => {
    const { invitations } = (await handed()).body;
    const claim = await group.api("POST", "/api/user/signup/", {
      body: {
        invitation: tokenOf(invitations[0].url),
        email: "akinyi.all@example.com",
        password: "ndizi mbivu 4 sana",
        confirm_password: "ndizi mbivu 4 sana",
      },
    });
    expect(claim.status).toBe(201);
    await group.api("DELETE", `/api/user/invitations/${invitations[1].id}/`, {
      token: books.chairperson.token,
    });
    expect((await inviteAll()).body).toMatchObject({ invited: 1 });

    group.clock.advanceMinutes(7 * 24 * 60);
    await signedInAgain(books.chairperson);
    expect((await handed()).body).toMatchObject({ left: 3, invitations: [] });
    expect((await inviteAll()).body).toMatchObject({ invited: 3 });
    expect((await list()).filter(({ state }: { state: string }) => state === "open")).toHaveLength(
      3,
    );
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("an altered or exchanged link breaks verify", async () => {
    const statement = `UPDATE invitation_links SET token = '\\x00' WHERE token IS NOT NULL`;
    expect(await brokenBy(group.db, joiningInvariants, statement)).toContain(
      "invitation-links-as-made",
    );
  });

  test("the link of the group is shown again while it works", async () => {
    const made = await group.api("POST", "/api/user/invitations/", {
      token: books.chairperson.token,
      body: { kind: "group" },
    });
    const { id, url } = made.body.invitation;
    const shown = async () =>
      (await list()).find((each: { id: number }) => each.id === id)?.url as string | null;
    expect(await shown()).toBe(url);
    await group.api("DELETE", `/api/user/invitations/${id}/`, { token: books.chairperson.token });
    expect(await shown()).toBeNull();
  });
});

describe("with a gateway and a mail server", () => {
  beforeAll(async () => {
    const env = { ...smsSettings("http://127.0.0.1:9"), SMTP_URL: "smtp://127.0.0.1:9" };
    ({ group, books } = await startFoundedGroup({ env }));
  });
  afterAll(() => group.close());

  test("a code goes to each phone and a link to each address, and nobody else sees them", async () => {
    await bringIn(group, books.secGen, [
      { regNumber: "SMS/1", firstName: "Akinyi", phone: "+254722600001", email: "a@example.com" },
      { regNumber: "SMS/2", firstName: "Baraka", email: "baraka.sms@example.com" },
      { regNumber: "SMS/3", firstName: "Chebet" },
    ]);
    const { body } = await inviteAll();
    expect(body).toMatchObject({ invited: 3, texted: 1, mailed: 1 });
    expect(
      body.invitations.map(({ member }: { member: { reg_number: string } }) => member.reg_number),
    ).toEqual(["SMS/3"]);
    const [text, ...others] = await texts();
    expect(others).toEqual([]);
    expect(text?.recipient).toBe("+254722600001");
    const code = /\b\w{4}-\w{4}-\w{4}\b/.exec(text?.text ?? "")?.[0] ?? "";
    // An SMS has no link that carries a token (NOTE-10).
    expect(text?.text).toContain("http://localhost:3000/join and");
    expect((await open(code.replaceAll("-", ""))).body.claims).toMatchObject({
      reg_number: "SMS/1",
    });
    expect((await group.mailbox("baraka.sms@example.com")).at(-1)?.body).toContain("/join/");
    const { body: sent } = await group.api("GET", "/api/notices/sent/?channel=sms", {
      token: books.treasurer.token,
    });
    expect(sent.messages[0]).toMatchObject({ text: null });
    expect((await verifyBooks(group.db)).breaches).toEqual([]);
  });

  test("a code that waits for the morning is not sent once its invitation has ended", async () => {
    await bringIn(group, books.secGen, [{ regNumber: "SMS/4", phone: "+254722600004" }]);
    await inviteAll();
    const made = (await list()).find(
      ({ reg_number }: { reg_number: string }) => reg_number === "SMS/4",
    );
    await group.api("DELETE", `/api/user/invitations/${made.id}/`, {
      token: books.chairperson.token,
    });
    const due = await claimMessages(group.db, {
      channel: "sms",
      claimer: "test",
      most: 50,
      now: group.clock.now(),
    });
    expect(due.map(({ phone }) => phone)).toContain("+254722600001");
    expect(due.map(({ phone }) => phone)).not.toContain("+254722600004");
  });
});
