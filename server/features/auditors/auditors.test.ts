import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { closeSoundly, startLedgerBook, type LedgerBook } from "#tests/support/founded-group.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const PATH = "/api/auditors/";
const START = "2026-03-16T09:00:00+03:00";

let group: TestGroup;
let book: LedgerBook;

beforeAll(async () => {
  book = await startLedgerBook({ startsAt: START });
  ({ group } = book);
  await book.posted("other_income", { amount_paid: 1_000 });
  await book.posted("fine", { charged_user: book.member.id, amount: 100 });
});
afterAll(() => closeSoundly(group));

const ask = (token: string | undefined, method: string, path: string, body?: unknown) =>
  group.api(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
const invite = (body: unknown, by: TestMember = book.chairperson) =>
  ask(by.token, "POST", PATH, body);
const enter = (token: unknown) => ask(undefined, "POST", `${PATH}enter/`, { token });
/** The id of an approved contribution. */
async function contribute(): Promise<number> {
  const { body } = await ask(book.member.token, "POST", "/api/finances/monthly-contribution/", {
    amount_paid: 1_000,
    contribution_month: "2026-03-01",
    payment_date: "2026-03-16",
    payment_Reference_Code: "UC01AUDITS",
  });
  const { contribution_id: id } = body.contribution;
  for (const { token } of [book.treasurer, book.secGen]) {
    const path = `/api/finances/monthly-contribution-approval/${id}/`;
    expect((await ask(token, "POST", path, { action: "approved" })).status).toBe(200);
  }
  return id;
}
const listed = async (by: TestMember = book.member): Promise<Json[]> =>
  (await ask(by.token, "GET", PATH)).body.auditors;

/** A seat, the token of its url, and a session of it. */
async function openSeat(days = 30) {
  const { status, body } = await invite({ name: "Otieno & Partners", days });
  expect(status).toBe(201);
  const token = body.auditor.url.split("/").at(-1) as string;
  return { ...body.auditor, token, access: (await enter(token)).body.access as string };
}

const isReport = (path: string) =>
  path.startsWith("/api/accounting/get_") ||
  path === "/api/audit/noted/" ||
  path === "/api/group/settings/";

describe("an auditor's seat", () => {
  test("is given only by the Chairperson, for 1 to 90 days, with a url that is shown once", async () => {
    const seat = { name: "Otieno & Partners", days: 30 };
    for (const by of [book.treasurer, book.secGen, book.member])
      expect((await invite(seat, by)).status).toBe(403);
    for (const days of [0, 91, 1.5, "x", null, undefined])
      expect(Object.keys((await invite({ ...seat, days })).body.errors)).toEqual(["days"]);
    expect(Object.keys((await invite({ ...seat, name: "" })).body.errors)).toEqual(["name"]);
    const { status, body } = await invite(seat);
    expect(status).toBe(201);
    expect(body).toEqual({
      detail: expect.any(String),
      auditor: {
        id: expect.any(Number),
        name: "Otieno & Partners",
        url: expect.stringMatching(/^http.*\/auditor\/[A-Za-z0-9_-]{43}$/),
        expires_at: "2026-04-15T09:00:00.000+03:00",
      },
    });
    const token = body.auditor.url.split("/").at(-1);
    const { rows } = await sql<{ found: boolean }>`
      SELECT EXISTS (SELECT FROM auditors a WHERE to_jsonb(a)::text LIKE ${`%${token}%`}) OR EXISTS (
        SELECT FROM audit_entries e WHERE to_jsonb(e)::text LIKE ${`%${token}%`}) AS found`.execute(
      group.db,
    );
    expect(rows[0]?.found).toBe(false);
  });

  test("is read by every approved member, without its token, and by nobody else", async () => {
    const seat = await openSeat();
    for (const by of [book.chairperson, book.treasurer, book.member]) {
      const [newest] = await listed(by);
      expect(newest).toEqual({
        id: seat.id,
        name: "Otieno & Partners",
        invited_by: expect.objectContaining({ id: book.chairperson.id }),
        invited_at: "2026-03-16T09:00:00.000+03:00",
        expires_at: "2026-04-15T09:00:00.000+03:00",
        last_entered_at: "2026-03-16T09:00:00.000+03:00",
      });
    }
    const pending = await group.pendingMember();
    expect((await ask(pending.token, "GET", PATH)).status).toBe(403);
    expect((await ask(undefined, "GET", PATH)).status).toBe(401);
    const paged = (await ask(book.member.token, "GET", `${PATH}?page=1&page_size=1`)).body;
    expect([paged.auditors.length, paged.count > 1]).toEqual([1, true]);
  });

  test("opens again until it ends; a wrong token is refused", async () => {
    const { token } = await openSeat();
    const again = await enter(token);
    expect([again.status, typeof again.body.access]).toEqual([200, "string"]);
    for (const wrong of ["wrong", `${token}x`, token.toLowerCase()])
      expect((await enter(wrong)).status).toBe(401);
    for (const wrong of [undefined, "", 5])
      expect(Object.keys((await enter(wrong)).body.errors)).toEqual(["token"]);
  });

  test("reads what it is for, and nothing else: every other read and every change but signing out is refused", async () => {
    const { access } = await openSeat();
    const id = await contribute();
    const paid = `kind=contribution&id=${id}`;
    const reads = [
      "/api/accounting/get_trial_balance/",
      "/api/accounting/get_trial_balance/pdf/",
      "/api/accounting/get_balance_sheet/",
      "/api/accounting/get_balance_sheet/pdf/",
      "/api/accounting/get_profit&loss/?start_date=2026-01-01&end_date=2026-03-16",
      "/api/accounting/accounts/bank/postings/",
      "/api/accounting/entries/",
      "/api/accounting/history/",
      "/api/accounting/closed_years/",
      "/api/accounting/export/?format=csv",
      "/api/user/get_users",
      `/api/finances/transactions/?member=${book.member.id}`,
      `/api/finances/statement/pdf/?member=${book.member.id}`,
      `/api/finances/receipt/?${paid}`,
      `/api/finances/receipt/pdf/?${paid}`,
      "/api/audit/",
      "/api/audit/head/",
      "/api/group/settings/",
      "/api/loans/products/",
      "/api/distributions/",
      "/api/rotations/",
      "/api/mpesa/",
      "/api/meetings/",
      "/api/cash/",
      "/api/funds/",
      "/api/meetings/resolutions/",
      "/api/register/",
      "/api/register/csv/",
      "/api/register/pdf/",
      "/api/loans/portfolio/",
      "/api/loans/portfolio/pdf/",
      `/api/loans/guarantees/?member=${book.member.id}`,
      `${PATH}seat/`,
    ];
    for (const path of reads)
      expect([path, (await ask(access, "GET", path)).status]).toEqual([path, 200]);
    const readable = new Set(reads.map((path) => path.replace(/\?.*/, "")));
    const others = allEndpoints.filter(
      ({ endpoint: { method, path, access: needed } }) =>
        needed !== "public" &&
        path !== "/api/user/logout/" &&
        path !== "/api/answers/" &&
        !path.includes(":code") &&
        // Of a loan of a product, which server/features/loans/product-loans.test.ts reads as an auditor.
        !path.startsWith("/api/loans/:id/") &&
        // Refused to everybody while M-PESA is off.
        !(method === "GET" && path.startsWith("/api/mpesa/payouts/")) &&
        // There is none yet.
        path !== "/api/rotations/:id/" &&
        path !== "/api/meetings/:id/" &&
        !(method === "GET" && path === "/api/funds/:id/") &&
        path !== "/api/meetings/:id/minutes/pdf/" &&
        !(method === "GET" && path === "/api/meetings/:id/collections/") &&
        !path.startsWith("/api/distributions/:id/") &&
        !["statement", "reconciliation"].some((part) => path.includes(`/api/${part}`)) &&
        !(method === "GET" && (readable.has(path) || isReport(path))),
    );
    expect(others.length).toBeGreaterThan(50);
    for (const { endpoint } of others) {
      const path = endpoint.path.replace(":id", "1");
      const body = endpoint.method === "GET" ? undefined : { type: "fine" };
      const { status } = await ask(access, endpoint.method, path, body);
      expect([endpoint.method, path, status]).toEqual([endpoint.method, path, 403]);
    }
    expect((await ask(access, "GET", "/api/finances/transactions/")).status).toBe(403);
    expect((await ask(access, "GET", "/api/finances/transactions/?member=999")).status).toBe(404);
  });

  test("is no member and counts nowhere", async () => {
    const count = async () =>
      (await ask(book.member.token, "GET", "/api/user/get_active_user_count")).body;
    const users = async () => (await ask(book.treasurer.token, "GET", "/api/user/get_users")).body;
    const sheet = async (token: string) =>
      (await ask(token, "GET", "/api/accounting/get_balance_sheet/")).body;
    const before = [await count(), await users(), await sheet(book.treasurer.token)];
    const { access, name } = await openSeat();
    expect([await count(), await users(), await sheet(book.treasurer.token)]).toEqual(before);
    expect(await sheet(access)).toEqual(before[2]);
    const own = await ask(access, "GET", `${PATH}seat/`);
    expect(own.body).toMatchObject({ name, expires_at: "2026-04-15T09:00:00.000+03:00" });
  });

  test("ends its session by signing out, and may be entered again", async () => {
    const { access, token } = await openSeat();
    expect((await ask(access, "POST", "/api/user/logout/")).status).toBe(200);
    expect((await ask(access, "GET", `${PATH}seat/`)).status).toBe(401);
    expect((await enter(token)).status).toBe(200);
  });

  test("ended by the Chairperson opens nothing any more, at once", async () => {
    const { id, access, token } = await openSeat();
    for (const by of [book.treasurer, book.member])
      expect((await ask(by.token, "DELETE", `${PATH}${id}/`)).status).toBe(403);
    expect((await ask(access, "DELETE", `${PATH}${id}/`)).status).toBe(403);
    expect((await ask(book.chairperson.token, "DELETE", `${PATH}9999/`)).status).toBe(404);
    expect((await ask(book.chairperson.token, "DELETE", `${PATH}${id}/`)).status).toBe(200);
    expect((await ask(access, "GET", "/api/audit/")).status).toBe(401);
    expect((await enter(token)).status).toBe(401);
    expect((await ask(book.chairperson.token, "DELETE", `${PATH}${id}/`)).status).toBe(400);
    expect((await listed()).map((each) => each.id)).not.toContain(id);
  });

  test("is reported in the audit log: given, entered, left and ended", async () => {
    const { id, access } = await openSeat();
    await ask(access, "POST", "/api/user/logout/");
    await ask(book.chairperson.token, "DELETE", `${PATH}${id}/`);
    const { body } = await ask(
      book.treasurer.token,
      "GET",
      `/api/audit/?subject=auditor&subject_id=${id}`,
    );
    const { name } = body.entries.at(-1).after;
    const rows = body.entries.map((row: Json) => [row.action, row.actor?.id ?? row.auditor]);
    expect(rows).toEqual([
      ["auditors.end", book.chairperson.id],
      ["auditors.leave", name],
      ["auditors.enter", name],
      ["auditors.invite", book.chairperson.id],
    ]);
    expect(name).toMatch(/\w/);
  });

  test("rests after 30 minutes without use, and is over with its last day", async () => {
    const { access, token } = await openSeat(1);
    group.clock.set("2026-03-16T09:29:00+03:00");
    expect((await ask(access, "GET", `${PATH}seat/`)).status).toBe(200);
    group.clock.set("2026-03-16T10:00:00+03:00");
    expect((await ask(access, "GET", `${PATH}seat/`)).status).toBe(401);
    group.clock.set("2026-03-17T08:59:00+03:00");
    const late = (await enter(token)).body.access;
    expect((await ask(late, "GET", `${PATH}seat/`)).status).toBe(200);
    group.clock.set("2026-03-17T09:00:00+03:00");
    expect((await ask(late, "GET", `${PATH}seat/`)).status).toBe(401);
    expect((await enter(token)).status).toBe(401);
    await book.signInAgain();
    expect((await listed()).some((each) => each.expires_at.startsWith("2026-03-17"))).toBe(false);
  });
});
