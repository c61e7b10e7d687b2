// Whatever members and offices lawfully do about one receipt, in any order, `verify` holds after each step: the audit log tells the
// moment of each match, however it came about (STAT-11, STAT-12, STAT-14, STAT-60). ANY_ORDER_RUNS sets how many orders are tried.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants, verifyBooks } from "#server/verify/verify-books.ts";
import { sql } from "kysely";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { brokenBy } from "#tests/support/test-database.ts";
import { propertySeed } from "#tests/support/property-seed.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import type { Answer, Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const LINES = "/api/statements/lines/";
const RUNS = Number(process.env["ANY_ORDER_RUNS"] ?? 20);
const reason = "Both of us asked the payer";

let group: TestGroup;
let books: Bookkeeping;
let jane: TestMember;
let mary: TestMember;
let accounts: number[];

// The group's clock is at 16 March 2026.
beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const member = (RegNo: string, first_name: string, last_name: string) =>
    group.activeMember(books.chairperson, { RegNo, first_name, last_name });
  jane = await member("R/004", "Jane", "Doe");
  mary = await member("R/005", "Mary", "Atieno");
  for (const each of [jane, mary]) await books.contribute(each, 50_000);
  for (const each of [jane, mary]) await books.fine(each, 2_500);
  accounts = [];
  for (const [name, kind] of [
    ["Paybill", "mpesa_paybill"],
    ["Till", "mpesa_till"],
  ]) {
    const answer = await ask(books.treasurer, "/api/statements/accounts/", { name, kind });
    accounts.push(answer.body.account.id);
  }
});
afterAll(() => group.close());

async function ask(by: TestMember, path: string, body: unknown = {}): Promise<Answer> {
  const answer = await group.api("POST", path, { token: by.token, body });
  // What has no occasion is refused, and changes nothing.
  if (answer.status >= 500) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

type Sent = { file: string; account: number };
/** A receipt, and the files with it so far. */
type Scene = { code: string; sent: Sent[] };
/** Which of several people, accounts, amounts or things an act is about. */
type Pick = { which: number; kes: number; typed: string };

const pick = <T>(from: readonly T[], { which }: Pick): T | undefined => from[which % from.length];

let day = 0;
/** Each file is of a day of its own, so that no two overlap. */
function nextDay(): string {
  day++;
  return new Date(Date.UTC(2025, 0, day)).toISOString().slice(0, 10);
}

async function send(scene: Scene, chosen: Pick, isBroken = false): Promise<void> {
  const { code } = scene;
  const on = nextDay();
  const file = paybillStatement({
    opening: 0n,
    from: on,
    to: on,
    movements: [
      paidIn(code, `${on} 09:00:00`, chosen.kes, chosen.typed),
      paidIn(`${code.slice(0, 9)}Z`, `${on} 10:00:00`, 3, "nobody"),
    ],
  });
  await upload(scene, {
    file: isBroken ? file.replace(/(Opening Balance:"?,"?)0\.00/, "$11.00") : file,
    account: pick(accounts, chosen)!,
  });
}

async function upload({ sent }: Scene, one: Sent): Promise<void> {
  const answer = await uploadStatement(group, {
    token: books.treasurer.token,
    file: one.file,
    fields: { account_id: String(one.account) },
  });
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  sent.push(one);
}

/** The lines with the receipt, those in this state first. */
const linesOf = ({ code }: Scene, first: "open" | "matched" | "ignored") =>
  group.db
    .selectFrom("statement_lines")
    .select("id")
    .where("reference", "=", code)
    .orderBy((line) => line("state", "=", first), "desc")
    .orderBy("id")
    .execute();

const statementsOf = async ({ code }: Scene, isWaiting: boolean) =>
  (
    await sql<{ id: number }>`
    SELECT DISTINCT s.id FROM statements s JOIN statement_line_sources o ON o.statement_id = s.id JOIN statement_lines l ON l.id = o.line_id
     WHERE l.reference = ${code} AND s.withdrawn_at IS NULL AND (NOT ${isWaiting}::boolean OR NOT s.is_proof) ORDER BY 1`.execute(
      group.db,
    )
  ).rows;

/** The payments with the receipt, those that wait first. */
const paymentsOf = ({ code }: Scene) =>
  group.db
    .selectFrom("payments")
    .select(["id", "kind", "member_id"])
    .where("reference", "=", code)
    .orderBy((payment) => payment("status", "in", ["pending", "pending_approval"]), "desc")
    .orderBy("id")
    .execute();

const LISTS: Record<string, string> = {
  contribution: "/api/finances/monthly-contribution-approval/",
  fine_payment: "/api/finances/fine-payment-approval/",
};

/** Every legal act about the receipt; one that has no occasion yet does nothing, or is refused. */
const acts = {
  claim: async ({ code }, chosen) => {
    await ask(pick([jane, mary], chosen)!, "/api/finances/monthly-contribution/", {
      amount_paid: chosen.kes,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-03",
      payment_Reference_Code: code,
    });
  },
  claimForFine: async ({ code }, chosen) => {
    await ask(pick([jane, mary], chosen)!, "/api/finances/pay-fine/", {
      amount_paid: chosen.kes,
      payment_Reference_Code: code,
    });
  },
  import: (scene, chosen) => send(scene, chosen),
  importBroken: (scene, chosen) => send(scene, chosen, true),
  /** A file that was withdrawn, or is there already. */
  importAgain: async (scene, chosen) => {
    const one = pick(scene.sent, chosen);
    if (one !== undefined) await upload(scene, one);
  },
  accept: async (scene, chosen) => {
    const statement = pick(await statementsOf(scene, true), chosen);
    for (const by of [books.treasurer, books.secGen])
      if (statement !== undefined)
        await ask(by, `/api/statements/${statement.id}/accept/`, { reason });
  },
  withdrawStatement: async (scene, chosen) => {
    const statement = pick(await statementsOf(scene, false), chosen);
    if (statement !== undefined)
      await ask(books.secGen, `/api/statements/${statement.id}/withdraw/`, { reason });
  },
  setAside: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "open"), chosen);
    if (line !== undefined) await ask(books.treasurer, `${LINES}${line.id}/set-aside/`, { reason });
  },
  /** Brings back what was set aside. */
  bringBack: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "ignored"), chosen);
    if (line !== undefined) await ask(books.secGen, `${LINES}${line.id}/unmatch/`, { reason });
  },
  unmatch: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "matched"), chosen);
    if (line !== undefined) await ask(books.secGen, `${LINES}${line.id}/unmatch/`, { reason });
  },
  agree: async () => {
    const waiting = await group.db
      .selectFrom("proposals")
      .select("id")
      .where("outcome", "is", null)
      .execute();
    for (const { id } of waiting)
      await ask(books.treasurer, `/api/accounting/proposals/${id}/agree/`);
  },
  match: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "open"), chosen);
    const payment = pick(await paymentsOf(scene), chosen);
    if (line !== undefined && payment !== undefined)
      await ask(books.treasurer, `${LINES}${line.id}/match/`, {
        kind: payment.kind,
        id: payment.id,
        reason,
      });
  },
  record: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "open"), chosen);
    if (line !== undefined)
      await ask(books.treasurer, `${LINES}${line.id}/record/`, {
        member_id: pick([jane, mary], chosen)!.id,
        kind: "contribution",
      });
  },
  book: async (scene, chosen) => {
    const line = pick(await linesOf(scene, "open"), chosen);
    if (line !== undefined)
      await ask(books.treasurer, `${LINES}book/`, {
        line_ids: [line.id],
        type: "other_income",
        description: "A gift",
      });
  },
  reverse: async () => {
    const { rows } = await sql<{ id: number }>`
      SELECT entry_id AS id FROM statement_matches WHERE entry_id IS NOT NULL AND undone_at IS NULL`.execute(
      group.db,
    );
    for (const { id } of rows)
      await ask(books.treasurer, `/api/accounting/reverse_entry/${id}/`, { reason });
  },
  approveByOne: (scene, chosen) => decide(scene, chosen, [books.treasurer], "approved"),
  approve: (scene, chosen) => decide(scene, chosen, [books.treasurer, books.secGen], "approved"),
  reject: (scene, chosen) => decide(scene, chosen, [books.secGen], "rejected"),
  takeBack: async (scene, chosen) => {
    const payment = pick(await paymentsOf(scene), chosen);
    const by = [jane, mary].find(({ id }) => id === payment?.member_id);
    if (payment !== undefined && by !== undefined)
      await ask(by, "/api/finances/withdraw/", { kind: payment.kind, id: payment.id });
  },
} satisfies Record<string, (scene: Scene, chosen: Pick) => Promise<void>>;
type Act = keyof typeof acts;

async function decide(
  scene: Scene,
  chosen: Pick,
  by: readonly TestMember[],
  action: "approved" | "rejected",
): Promise<void> {
  const payment = pick(await paymentsOf(scene), chosen);
  if (payment === undefined) return;
  const why = action === "approved" ? { approve_reason: reason } : { reject_reason: reason };
  for (const each of by)
    await ask(each, `${LISTS[payment.kind]}${payment.id}/`, { action, ...why });
}

const ofTheLog = invariants.filter(({ sql: text }) => text.includes("audit_entries"));

async function brokenNow(): Promise<Json[]> {
  return group.db.transaction().execute(async (tx) => {
    await sql`SET LOCAL TimeZone = 'UTC'`.execute(tx);
    const found: Json[] = [];
    for (const { name, sql: text } of ofTheLog) {
      const { rows } = await sql.raw<Json>(text).execute(tx);
      if (rows.length > 0) found.push({ name, rows });
    }
    return found;
  });
}

let serial = 0;
/** Lives through the acts; each a moment after the one before, so that no two share one. */
async function live(plan: readonly (Pick & { act: Act })[]): Promise<void> {
  const scene: Scene = { code: `UC3A${String(++serial).padStart(5, "0")}A`, sent: [] };
  for (const { act, ...chosen } of plan) {
    group.clock.advanceMinutes(0.01);
    await acts[act](scene, chosen);
    expect(await brokenNow(), `after ${act}`).toEqual([]);
  }
}

const step = (act: Act, which = 0, kes = 700): Pick & { act: Act } => ({
  act,
  which,
  kes,
  typed: "R/004",
});

test.each<[string, (Pick & { act: Act })[]]>([
  [
    "its twin is set aside",
    [step("claim"), step("import"), step("import", 1), step("setAside", 1)],
  ],
  [
    "the statement of its twin is withdrawn",
    [step("claim"), step("import"), step("import", 1), step("withdrawStatement", 1)],
  ],
  [
    "it is brought back after it was set aside",
    [
      step("claim"),
      step("import"),
      step("import", 1),
      step("setAside", 0),
      step("withdrawStatement", 1),
      step("unmatch", 0),
    ],
  ],
])("a line that is matched again when %s has its moment in the audit log", async (_, plan) => {
  await live(plan);
  const { rows } = await sql<{ is_audited: boolean }>`
    SELECT EXISTS (SELECT FROM audit_entries a
                    WHERE a.action = 'statement-lines.match' AND a.subject_id = m.line_id AND a.actor_id IS NULL AND a.at = m.matched_at
                      AND (a.after ->> 'payment_id')::int = m.payment_id) AS is_audited
      FROM statement_matches m WHERE m.matched_by IS NULL AND m.undone_at IS NULL ORDER BY m.id DESC LIMIT 1`.execute(
    group.db,
  );
  expect(rows).toEqual([{ is_audited: true }]);
});

test("what earlier releases matched again so, without an entry of its own, has its moment too", async () => {
  const before = "SELECT coalesce(max(id), 0) AS id FROM audit_entries";
  const [start] = (await sql.raw<{ id: bigint }>(before).execute(group.db)).rows;
  const twice = [step("claim"), step("import"), step("import", 1)];
  await live([...twice, step("setAside", 1)]);
  await live([...twice, step("withdrawStatement", 1)]);
  const own = `DELETE FROM audit_entries WHERE id > ${start!.id} AND action = 'statement-lines.match' AND actor_id IS NULL`;
  const moments = invariants.filter(({ name }) => name === "automatic-matches-have-their-moment");
  expect(await brokenBy(group.db, moments, own)).toEqual([]);
  const moved = `UPDATE statement_matches SET matched_at = matched_at + interval '1 second' WHERE matched_by IS NULL`;
  expect(await brokenBy(group.db, moments, moved)).toEqual(["automatic-matches-have-their-moment"]);
});

test(`whatever is done, in any order (PROPERTY_SEED=${propertySeed})`, async () => {
  // Without money and a claim there is little to do, and what undoes something needs something.
  const doing: Act[] = ["claim", "claimForFine", "import", "match", "record", "book", "approve"];
  const act = fc.constantFrom(...doing, ...(Object.keys(acts) as Act[]));
  const each = fc.record({
    act,
    which: fc.constantFrom(0, 0, 0, 1, 2),
    kes: fc.constantFrom(6, 6, 6, 4, 10),
    typed: fc.constantFrom("R/004", "R/004", "R/005", "nobody"),
  });
  const plan = fc
    .tuple(fc.array(each, { minLength: 6, maxLength: 18 }), fc.nat(2))
    .map(([steps, begin]) => {
      const begins: readonly Act[][] = [["claim", "import"], ["import", "claim"], ["import"]];
      return [...begins[begin]!.map((first) => step(first, 0, 6)), ...steps];
    });
  await fc.assert(fc.asyncProperty(plan, live), {
    numRuns: RUNS,
    seed: propertySeed,
    endOnFailure: true,
  });
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});
