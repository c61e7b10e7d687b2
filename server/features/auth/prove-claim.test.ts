// Who claims a name of the group's book proves to be its person, or two officials confirm them (OPEN-55 to OPEN-59).
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimMessages } from "#server/core/notices/claim-messages.ts";
import { dispatchNotices } from "#server/core/notices/dispatch-notices.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { smsSettings } from "#tests/support/notice-senders.ts";
import { bringIn } from "#tests/support/opening-books.ts";
import { runJobs, type Json, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let books: Bookkeeping;
let number = 0;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({
    env: { ...smsSettings("http://127.0.0.1:9"), SMTP_URL: "smtp://127.0.0.1:9" },
  }));
});
afterAll(() => group.close());

const PASSWORD = "ndizi mbivu 4 sana";

type Claimed = { id: number; regNumber: string; email: string; phone: string; proof: string };

/** Somebody claims a name of the book with a phone and email of their own. */
async function claimed(
  known: { phone?: string; email?: string } = {},
  own: Record<string, unknown> = {},
): Promise<Claimed> {
  const regNumber = `PROOF/${++number}`;
  const [id] = (await bringIn(group, books.secGen, [
    { regNumber, firstName: "Akinyi", lastName: "Okoth", ...known },
  ])) as [number];
  return { id, regNumber, ...(await claim(regNumber, own)) };
}

async function claim(regNumber: string, own: Record<string, unknown> = {}) {
  const contact = {
    email: `own${number}@example.com`,
    phone: `07334400${String(++number).padStart(2, "0")}`,
  };
  const { body } = await post("/api/user/signup/", {
    invitation: await invite(regNumber),
    password: PASSWORD,
    confirm_password: PASSWORD,
    ...contact,
    ...own,
  });
  expect(body.detail).toEqual(expect.any(String));
  return { ...contact, proof: body.proof as string };
}

async function invite(regNumber: string): Promise<string> {
  const { status, body } = await post(
    "/api/user/invitations/",
    { kind: "person", reg_number: regNumber },
    books.chairperson,
  );
  expect(status).toBe(201);
  return body.invitation.url.split("/").at(-1);
}

function post(path: string, body: object, by?: TestMember) {
  return group.api("POST", path, { ...(by === undefined ? {} : { token: by.token }), body });
}

/** Later, with the officials signed in again. */
async function later({ minutes }: { minutes: number }): Promise<void> {
  group.clock.advanceMinutes(minutes);
  for (const official of [books.chairperson, books.secGen, books.treasurer])
    official.token = await group.signIn(official);
}

const stored = (id: number) =>
  group.db.selectFrom("members").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function open(email: string, code?: string) {
  const activation_token = await group.mailedToken(email, "activate");
  return post("/api/user/activate/", { activation_token, ...(code === undefined ? {} : { code }) });
}

const signIn = (email: string) => post("/api/user/login", { email, password: PASSWORD });
const confirm = (id: number, by: TestMember) => post(`/api/user/confirm-claim/${id}/`, {}, by);

/** The newest text to a number that has a code. */
async function textedCode(phone: string): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    SELECT text FROM notice_messages WHERE recipient = ${phone} AND text ~ '[0-9]{6}' ORDER BY id DESC LIMIT 1`.execute(
    group.db,
  );
  return /\b\d{6}\b/.exec(rows[0]?.text ?? "")?.[0] ?? "none";
}

describe("a code to the book's phone", () => {
  test("opens the account; until then it has nothing of the book's, and the name stays", async () => {
    const who = await claimed(
      { phone: "+254722400001", email: "book1@example.com" },
      { first_name: "Thief" },
    );
    expect(who.proof).toBe("sms");
    const before = await stored(who.id);
    expect(before).toMatchObject({ phone: "+254722400001", password_hash: null });
    expect((await signIn(who.email)).status).toBe(401);

    const without = await open(who.email);
    expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ["code"]]);
    expect(without.body.errors.code[0]).toContain("…001");
    const done = await open(who.email, await textedCode("+254722400001"));
    expect([done.status, done.body.email, done.body.waits]).toEqual([200, who.email, undefined]);
    expect((await signIn(who.email)).status).toBe(200);
    expect(await stored(who.id)).toMatchObject({
      first_name: "Akinyi",
      email: who.email,
      phone: `+254${who.phone.slice(1)}`,
    });
  });

  test("is refused when it is wrong, and dead after ten tries", async () => {
    const who = await claimed({ phone: "+254722400002" });
    const code = await textedCode("+254722400002");
    const wrong = code === "000000" ? "000001" : "000000";
    for (let tries = 0; tries < 10; tries++)
      expect((await open(who.email, wrong)).body.errors.code).toHaveLength(1);

    expect((await open(who.email, code)).status).toBe(400);
    expect((await signIn(who.email)).status).toBe(401);
    expect((await stored(who.id)).email_verified_at).toBeNull();
  });

  test("ends after an hour, and a new link brings a new one", async () => {
    const who = await claimed({ phone: "+254722400003" });
    const code = await textedCode("+254722400003");
    await later({ minutes: 61 });
    expect((await open(who.email, code)).body.errors.code[0]).toContain("too old");

    await post("/api/user/resend-activation/", { email: who.email });
    await runJobs(group);
    expect((await open(who.email, code)).status).toBe(400);
    expect((await open(who.email, await textedCode("+254722400003"))).status).toBe(200);
  });

  test("cannot be found from its hash, is in no list, and leaves by night too", async () => {
    const who = await claimed({ phone: "+254722400004" });
    const code = await textedCode("+254722400004");
    const waiting = await group.db
      .selectFrom("book_claims")
      .selectAll()
      .where("member_id", "=", who.id)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{
      is: boolean;
    }>`SELECT sha256(${code}::bytea) = ${waiting.code_hash} AS is`.execute(group.db);
    expect(rows[0]?.is).toBe(false);
    const token = books.treasurer.token;
    const sent = await group.api("GET", "/api/notices/sent/?member_id=&page_size=50", { token });
    expect(JSON.stringify(sent.body)).not.toContain(code);

    await sql`UPDATE notice_messages SET state = 'skipped' WHERE text !~ '[0-9]{6} proves' AND channel = 'sms'`.execute(
      group.db,
    );
    const night = new Date("2026-03-16T23:30:00+03:00");
    const due = await claimMessages(group.db, {
      channel: "sms",
      claimer: "a test",
      most: 50,
      now: night,
    });
    expect(due.map(({ event }) => event)).toContain("claim_code");
    expect(due.every(({ event }) => event === "claim_code")).toBe(true);
  });
});

describe("a link to the book's address", () => {
  test("is needed beside the one to the claimant's, in either order", async () => {
    for (const first of ["own", "book"] as const) {
      const bookEmail = `linked.${first}@example.com`;
      const who = await claimed({ email: bookEmail });
      expect(who.proof).toBe("mail");
      const addresses = first === "own" ? [who.email, bookEmail] : [bookEmail, who.email];

      const half = await open(addresses[0] ?? "");
      expect([half.status, half.body.waits]).toEqual([200, first === "own" ? "mail" : "email"]);
      expect((await signIn(who.email)).status).toBe(401);
      expect((await open(addresses[1] ?? "")).body.waits).toBeUndefined();
      expect((await signIn(who.email)).status).toBe(200);
    }
  });

  test("is the activation link when the address stays the book's", async () => {
    const email = "stays@example.com";
    const who = await claimed({ phone: "+254722400007", email }, { email });
    expect(who.proof).toBe("mail");
    expect((await open(email)).body.waits).toBeUndefined();
  });
});

describe("two officials", () => {
  test("confirm who the book has no contact of: one alone does nothing, and nobody counts twice", async () => {
    const who = await claimed();
    expect(who.proof).toBe("officials");
    expect((await open(who.email)).body.waits).toBe("officials");
    const member = await books.member();
    expect((await confirm(who.id, member)).status).toBe(403);

    const one = await confirm(who.id, books.chairperson);
    expect([one.status, one.body.confirmations]).toEqual([200, 1]);
    expect((await confirm(who.id, books.chairperson)).status).toBe(403);
    expect((await signIn(who.email)).status).toBe(401);
    const [listed] = await claims(books.treasurer);
    expect(listed).toMatchObject({ id: who.id, proof: "officials", may_confirm: true });
    expect(listed?.confirmed_by.map(({ id }: Json) => id)).toEqual([books.chairperson.id]);
    // The Chairperson invited them too.
    expect([listed?.own_item, (await claims(books.secGen))[0]?.own_item]).toEqual([true, true]);

    expect((await confirm(who.id, books.treasurer)).body.confirmations).toBe(2);
    expect((await signIn(who.email)).status).toBe(200);
    expect(await claims(books.treasurer)).toEqual([]);
    expect((await confirm(who.id, books.secGen)).status).toBe(400);
  });

  test("may come before the claimant's own address is proven", async () => {
    const who = await claimed();
    await confirm(who.id, books.secGen);
    await confirm(who.id, books.treasurer);
    expect((await signIn(who.email)).status).toBe(401);
    expect((await open(who.email)).body.waits).toBeUndefined();
    expect((await signIn(who.email)).status).toBe(200);
  });

  test("do not replace a code that is on its way, but one that reached nobody", async () => {
    const who = await claimed({ phone: "+254722400010" });
    expect((await confirm(who.id, books.secGen)).status).toBe(400);
    await sql`UPDATE notice_messages SET state = 'failed' WHERE recipient = '+254722400010' AND text ~ '[0-9]{6} proves'`.execute(
      group.db,
    );
    expect((await confirm(who.id, books.secGen)).status).toBe(200);

    const other = await claimed({ phone: "+254722400011" });
    await later({ minutes: 24 * 60 });
    expect((await confirm(other.id, books.secGen)).status).toBe(200);
    expect((await confirm(other.id, books.treasurer)).status).toBe(200);
    await post("/api/user/resend-activation/", { email: other.email });
    await runJobs(group);
    expect((await open(other.email)).body.waits).toBeUndefined();
  });
});

async function claims(by: TestMember): Promise<Json[]> {
  const { body } = await group.api("GET", "/api/user/confirm-claim/", { token: by.token });
  const own = body.claims.filter(
    ({ confirmed_by, proof }: Json) => proof === "officials" || confirmed_by.length > 0,
  );
  return own;
}

describe("who is notified", () => {
  test("the book's phone and address, and every official: RegNo, the book's name, the new phone and email", async () => {
    const who = await claimed({ phone: "+254722400020", email: "told@example.com" });
    const facts = [who.regNumber, "Akinyi Okoth", `+254${who.phone.slice(1)}`, who.email];
    const toBook = (await group.mailbox("told@example.com")).at(-1)?.body ?? "";
    for (const { email } of [books.chairperson, books.treasurer, books.secGen]) {
      const body = (await group.mailbox(email)).at(-1)?.body ?? "";
      for (const fact of facts)
        expect([body, toBook]).toEqual([
          expect.stringContaining(fact),
          expect.stringContaining(fact),
        ]);
    }
    const { rows } = await sql<{ facts: Json }>`
      SELECT facts FROM notices WHERE member_id = ${who.id} AND event = 'book_claimed'`.execute(
      group.db,
    );
    expect(rows).toHaveLength(1);
  });

  test("a new link ends the earlier one and its claim, and the book's phone and address hear of it", async () => {
    const who = await claimed({ phone: "+254722400021", email: "lost@example.com" });
    const code = await textedCode("+254722400021");
    const next = await claim(who.regNumber);

    expect((await open(who.email, code)).status).toBe(400);
    const mails = await group.mailbox("lost@example.com");
    expect(mails.filter(({ subject }) => subject.includes("new link"))).toHaveLength(1);
    expect((await open(next.email, await textedCode("+254722400021"))).status).toBe(200);
  });
});

test("only the Chairperson changes the name, and the phone that was there first hears of it", async () => {
  const who = await claimed({ phone: "+254722400030" });
  expect((await open(who.email, await textedCode("+254722400030"))).status).toBe(200);
  const body = { first_name: "Atieno", last_name: "Okoth" };
  expect((await post(`/api/user/change-name/${who.id}/`, body, books.treasurer)).status).toBe(403);

  const office = { first_name: "Akiba", last_name: "Treasurer" };
  expect(await post(`/api/user/change-name/${who.id}/`, office, books.chairperson)).toMatchObject({
    status: 400,
    body: { errors: { last_name: [expect.any(String)] } },
  });

  const changed = await post(`/api/user/change-name/${who.id}/`, body, books.chairperson);
  expect([changed.status, changed.body.user.first_name]).toEqual([200, "Atieno"]);
  const channels = { email: false, sms: true, push: false };
  while ((await dispatchNotices(group.db, { channels, now: group.clock.now() })) > 0);
  const { rows } = await sql<{ event: string }>`
    SELECT n.event FROM notice_messages m JOIN notices n ON n.id = m.notice_id
     WHERE m.recipient = '+254722400030' AND n.event IN ('claim_taken', 'name_changed') ORDER BY m.id`.execute(
    group.db,
  );
  expect(rows.map(({ event }) => event)).toEqual(["claim_taken", "name_changed"]);
});

test("what was brought forward counts for an office only once the claim is proven", async () => {
  const who = await claimed();
  const give = () =>
    post(`/api/user/assign_groups/${who.id}/`, { role: "treasurer" }, books.chairperson);
  expect((await give()).status).toBe(400);
});

test("after all of this the books hold every invariant", async () => {
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
