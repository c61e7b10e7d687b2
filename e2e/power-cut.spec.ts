import { afterAll, beforeAll, expect, test } from "vitest";
import { startApplication, type Application } from "./application.ts";
import { ask, joinGroup, type Member } from "./people.ts";

let application: Application;

beforeAll(async () => {
  application = await startApplication("main", { fromNothing: true });
});
afterAll(() => application.close());

const CUTS = 6;
const APPROVALS = "/api/finances/monthly-contribution-approval/";

test("power cuts while payments are approved lose no acknowledged approval and double none", async () => {
  const treasurer = await joinGroup(application, {
    firstName: "Tabitha",
    lastName: "Maina",
    office: "treasurer",
  });
  const secGen = await joinGroup(application, {
    firstName: "Simon",
    lastName: "Were",
    office: "sec-gen",
  });
  const acknowledged: number[] = [];

  for (let cut = 0; cut < CUTS; cut++) {
    const before = acknowledged.length;
    const working = approveUntilItFails({ treasurer, secGen, round: cut }, acknowledged);
    // In the middle of the work, each time after more of it.
    await expect
      .poll(() => acknowledged.length - before, { interval: 5 })
      .toBeGreaterThan(2 * (cut + 1));
    // Twice PostgreSQL ends with the server, once PostgreSQL only.
    if (cut % 2 === 1) await application.killPostgres();
    if (cut !== 5) await application.kill();
    await working;
    if (cut !== 5) await application.restart();
  }
  await untilBack();

  const read = (path: string) => ask(application, "GET", path, { token: treasurer.token });
  const contributions = "/api/finances/monthly-contribution/";
  // The first request afterwards may still use a broken connection.
  await expect.poll(async () => (await read(contributions)).status).toBe(200);
  const approved = await read(contributions);
  const receipts: { contribution_id: number; status: string; amount_paid: number }[] =
    approved.body.monthly_contributions_receipts;
  const posted = receipts.filter((item) => item.status === "approved");
  const ids = new Set(posted.map((item) => item.contribution_id));
  expect(acknowledged.length).toBeGreaterThan(CUTS);
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);

  const { body } = await read("/api/accounting/get_trial_balance/");
  const sum = posted.reduce((total, item) => total + item.amount_paid, 0);
  expect(body.trial_balance).toEqual([
    { account: "bank", debit_amount: sum, credit_amount: 0 },
    { account: "monthly_contribution", debit_amount: 0, credit_amount: sum },
  ]);
  await expect(application.command("verify")).resolves.toMatch(/^(\d+) of \1 invariants hold\.$/m);
});

/** Pays and approves by both offices, several at once, until the server stops answering. */
async function approveUntilItFails(
  params: { treasurer: Member; secGen: Member; round: number },
  acknowledged: number[],
): Promise<void> {
  const lane = async (number: number) => {
    for (let item = 0; ; item++) {
      const paid = await ask(application, "POST", "/api/finances/monthly-contribution/", {
        token: params.treasurer.token,
        body: {
          amount_paid: 100,
          contribution_month: "2026-01-01",
          // Paid just now: an old date would be fined as late.
          payment_date: new Date(Date.now() - 60_000).toISOString(),
          payment_Reference_Code: `CUT-${params.round}-${number}-${item}`,
        },
      });
      if (paid.status !== 201) return;
      const id = paid.body.contribution.contribution_id;
      for (const { token } of [params.secGen, params.treasurer]) {
        const answer = await ask(application, "POST", `${APPROVALS}${id}/`, {
          token,
          body: { action: "approved" },
        });
        if (answer.status !== 200) return;
      }
      acknowledged.push(id);
    }
  };
  await Promise.allSettled([0, 1, 2, 3].map(lane));
}

async function untilBack(): Promise<void> {
  await expect.poll(readHealth).toBe(200);
}

const readHealth = () =>
  ask(application, "GET", "/api/health").then(
    ({ status }) => status,
    () => 0,
  );
