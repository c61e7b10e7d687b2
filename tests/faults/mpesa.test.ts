// Kills the server between any two steps of an ask and of a payout by M-PESA, which goes on meanwhile and repeats nothing
// (MPESA-2, MPESA-3, OUT-3): what was acknowledged is there, and nothing left or arrived twice.
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDarajaBox, type DarajaBox } from "#demo/daraja/daraja-box.ts";
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import { ask as call, joinGroup, joinOfficials } from "../../e2e/people.ts";
import type { Json, Member, Officials } from "../../e2e/people.ts";
import { addRow } from "./harness.ts";
import { openRandom, seed } from "./load.ts";
import { startServers, type Servers } from "./servers.ts";

/** What has happened when the server dies. */
const steps = ["acknowledged", "received", "replied", "posted", "read"] as const;
type Step = (typeof steps)[number];
const rounds = Array.from({ length: Number(process.env["FAULT_ROUNDS"] ?? 10) }, (_, n) => n);
/** Longer than M-PESA's reply waits for a server that is dead by then. */
const DELAY_MS = 3_000;
/** An abandoned request is unknown after two minutes, and asked about half a minute later. */
const SETTLED_WITHIN_MS = 300_000;

const random = openRandom(seed + 11);
let box: DarajaBox;
let servers: Servers;
let officials: Officials;
let postgres: EmbeddedPostgres;
let client: Client;

beforeAll(async () => {
  box = await startDarajaBox();
  servers = await startServers({ env: { ...box.env, MPESA_PAYOUT_SHORTCODE: "600999" } });
  await servers.command("mpesa", "register");
  officials = await joinOfficials(servers);
  await post(officials.chairperson, "/api/group/settings/", { mpesa_payouts: true });
  postgres = await openEmbeddedPostgres({ dataDir: servers.dataDir, log: () => undefined });
  client = new Client(postgres.connection);
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await postgres?.close();
  await servers?.close();
  await box?.close();
});

async function post({ token }: Member, path: string, body: object): Promise<Json> {
  const { status, body: answer } = await call(servers, "POST", path, { token, body });
  if (status >= 300) throw new Error(JSON.stringify([path, status, answer]));
  return answer;
}

async function row<Row = Json>(text: string, values: unknown[]): Promise<Row> {
  return (await client.query(text, values)).rows[0];
}

async function memberWith(savings: number): Promise<Member> {
  const { chairperson, treasurer, secGen } = officials;
  const member = await joinGroup(servers, { firstName: "Subira", lastName: "Mwangi" });
  await post(chairperson, `/api/user/admin_manage_user/${member.id}/`, { action: "approve" });
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const { contribution } = await post(member, "/api/finances/monthly-contribution/", {
    amount_paid: savings,
    contribution_month: `${day.slice(0, 7)}-01`,
    payment_date: day,
    payment_Reference_Code: `SAVED-${member.id}`,
  });
  for (const official of [treasurer, secGen])
    await post(
      official,
      `/api/finances/monthly-contribution-approval/${contribution.contribution_id}/`,
      { action: "approved" },
    );
  return member;
}

/** The server dies, `meanwhile` happens, and it starts again. */
async function kill(meanwhile: () => Promise<unknown>): Promise<void> {
  await servers.end(0, "SIGKILL");
  await meanwhile();
  await pause(random.below(500));
  await servers.start(0);
}

async function until(is: () => Promise<boolean> | boolean): Promise<void> {
  await expect.poll(is, { timeout: SETTLED_WITHIN_MS, interval: 100 }).toBe(true);
}

const requestsOf = (part: string, key: string, value: string) =>
  box.requests.filter(({ path, body }) => path.includes(part) && body[key] === value).length;

const nothing = () => ({ killed: 0, lost: 0, doubled: 0 });
const tally = { ask: nothing(), payout: nothing() };

function note(what: "ask" | "payout", { lost, doubled }: { lost: number; doubled: number }): void {
  tally[what].killed += 1;
  tally[what].lost += lost;
  tally[what].doubled += doubled;
}

test.each(rounds)("an ask is paid once, however far it had come (round %i)", async (round) => {
  const step = steps[round % steps.length]!;
  const member = await memberWith(100);
  if (step === "received") box.next("processrequest", { afterMs: DELAY_MS });
  const month = `${new Date().toISOString().slice(0, 7)}-01`;
  const { ask } = await post(member, "/api/mpesa/asks/", {
    kind: "contribution",
    amount: 200 + round,
    contribution_month: month,
  });
  const { reference } = await row<{ reference: string }>(
    "SELECT account_reference AS reference FROM mpesa_asks WHERE id = $1",
    [ask.id],
  );
  const stateNow = async () =>
    (await row("SELECT state FROM mpesa_asks WHERE id = $1", [ask.id])).state;
  const onPhone = () => box.waiting().find((each) => each.reference === reference);
  const pay = async () => {
    const phone = onPhone();
    if (phone !== undefined) await box.answer(phone.checkoutId, "pay");
  };
  await reach(step, {
    received: () => until(() => onPhone() !== undefined),
    replied: () => until(async () => (await stateNow()) === "waiting"),
    pay,
  });
  await kill(pay);
  // A server that was away for long asks nobody any more.
  await until(async () => onPhone() !== undefined || (await stateNow()) !== "asked");
  await pay();
  const wasAsked = requestsOf("processrequest", "AccountReference", reference);
  if (wasAsked > 0) {
    await servers.command("mpesa", "pull");
    await until(async () => {
      const { receipt } = await row("SELECT receipt FROM mpesa_asks WHERE id = $1", [ask.id]);
      return receipt !== null;
    });
  }
  const paid = box.transactions.filter(({ account }) => account === reference);
  const found = await row(
    `SELECT a.state, a.receipt, p.reference AS payment,
            (SELECT count(*)::int FROM payments o WHERE o.member_id = a.member_id AND o.amount_cents = a.amount_cents AND o.id <> coalesce(p.id, 0)) AS others,
            (SELECT count(*)::int FROM statement_lines l WHERE l.account_typed = a.account_reference) AS lines
       FROM mpesa_asks a LEFT JOIN payments p ON p.id = a.payment_id WHERE a.id = $1`,
    [ask.id],
  );
  const receipt = paid[0]?.receipt ?? null;
  note("ask", {
    lost: found.receipt === receipt && found.payment === receipt ? 0 : 1,
    doubled: Math.max(0, wasAsked - 1, paid.length - 1, found.lines - 1) + found.others,
  });
  expect({ step, ...found, paid: paid.length, wasAsked }).toEqual({
    step,
    state: wasAsked > 0 ? "paid" : "refused",
    receipt,
    payment: receipt,
    others: 0,
    lines: wasAsked,
    paid: wasAsked,
    wasAsked,
  });
});

test.each(steps)("a payout leaves once, killed when it was %s", async (step) => {
  const { treasurer, secGen } = officials;
  const member = await memberWith(1000);
  const { loan } = await post(member, "/api/finances/get-create-user-loans/", {
    loan_type: "normal_loan",
    amount: 500,
  });
  for (const official of [treasurer, secGen])
    await post(official, `/api/finances/loan-application-approval/${loan.loan_id}/`, {
      action: "approved",
    });
  const seen = { amount_seen: 500 };
  const { payout } = await post(treasurer, "/api/mpesa/payouts/", {
    kind: "loan",
    id: loan.loan_id,
    ...seen,
  });
  const { id: key } = await row("SELECT conversation_id AS id FROM mpesa_payouts WHERE id = $1", [
    payout.id,
  ]);
  const stateNow = async () =>
    (await row("SELECT state FROM mpesa_payouts WHERE id = $1", [payout.id])).state;
  if (step === "received") box.next("b2c", { afterMs: DELAY_MS });
  box.deliverResults(step === "received" ? 0 : "held");
  await post(secGen, `/api/mpesa/payouts/${payout.id}/agree/`, seen);
  const wasSent = () => requestsOf("b2c", "OriginatorConversationID", key);
  await reach(step, {
    received: () => until(() => wasSent() > 0),
    replied: () => until(async () => (await stateNow()) === "sent"),
    pay: () => box.release(),
  });
  // What M-PESA says to a server that is away is lost.
  await kill(() => box.release());
  box.deliverResults(1);
  await until(async () => {
    await box.release();
    return (await stateNow()) === "paid";
  });
  const paid = box.transactions.filter(({ conversationId }) => conversationId === key);
  const found = await row(
    `SELECT p.receipt, (SELECT count(*)::int FROM statement_lines l WHERE l.reference_key = p.receipt) AS lines,
            (SELECT count(*)::int FROM statement_matches m WHERE m.entry_id = p.entry_id AND m.undone_at IS NULL) AS matches
       FROM mpesa_payouts p WHERE p.id = $1`,
    [payout.id],
  );
  note("payout", {
    lost: found.receipt === paid[0]?.receipt ? 0 : 1,
    doubled: Math.max(0, wasSent() - 1, paid.length - 1, found.lines - 1, found.matches - 1),
  });
  expect({ ...found, paid: paid.length, wasSent: wasSent() }).toEqual({
    receipt: paid[0]?.receipt,
    lines: 1,
    matches: 1,
    paid: 1,
    wasSent: 1,
  });
});

test("in the end every invariant holds", async () => {
  expect(await servers.command("verify")).toMatch(/^(\d+) of \1 invariants hold\./m);
  for (const what of ["ask", "payout"] as const)
    addRow({
      fault: `kill -9 between any two steps, M-PESA: ${what}`,
      seed,
      injected: tally[what].killed,
      acknowledged: tally[what].killed,
      refused: 0,
      retried: 0,
      checked: tally[what].killed,
      lost: tally[what].lost,
      doubled: tally[what].doubled,
    });
});

type Reached = {
  received: () => Promise<unknown>;
  replied: () => Promise<unknown>;
  /** M-PESA does it and says so. */
  pay: () => Promise<unknown>;
};

async function reach(step: Step, { received, replied, pay }: Reached): Promise<void> {
  if (step === "acknowledged") return;
  await received();
  if (step === "received") return;
  await replied();
  if (step === "replied") return;
  await pay();
  if (step === "read") await pause(random.below(600));
}
