import { setTimeout as pause } from "node:timers/promises";
import { Client as Connection } from "pg";
import { expect, test } from "vitest";
import { startGroup, type TestMember } from "#tests/support/test-group.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { openClient } from "./recording-client.ts";
import { checkRecord } from "./consistency-check.ts";
import { emptyRecord, openRandom, type Person, type Record, seed, startLoad } from "./load.ts";
import { addRow } from "./harness.ts";

// Nairobi's midnight is 21:00 UTC.
const moves = [
  ["a day", "2026-03-16T23:59:59+03:00", "2026-03-17T00:00:01+03:00"],
  ["a month", "2026-03-31T23:59:59+03:00", "2026-04-01T00:00:01+03:00"],
  ["the month of UTC", "2026-05-01T02:59:59+03:00", "2026-05-01T03:00:01+03:00"],
  ["back over midnight", "2026-05-02T00:00:01+03:00", "2026-05-01T23:59:58+03:00"],
  ["a year", "2026-12-31T23:59:59+03:00", "2027-01-01T00:00:01+03:00"],
  ["a leap day", "2028-02-28T23:59:59+03:00", "2028-02-29T00:00:01+03:00"],
  ["four months at once", "2028-03-01T12:00:00+03:00", "2028-07-01T12:00:00+03:00"],
] as const;

test("a clock that moves across days, months and years doubles and loses nothing", async () => {
  const group = await startGroup({ startsAt: moves[0][1] });
  const other = await group.addServer();
  const people: TestMember[] = [];
  for (const office of ["Chairperson", "Treasurer", "Sec-Gen"] as const)
    people.push(await group.official(office));
  const person = (index: number): Person => ({
    id: people[index]!.id,
    token: () => people[index]!.token,
  });
  const staff = {
    chairperson: person(0),
    treasurer: person(1),
    secGen: person(2),
    members: [person(1), person(2), person(0)],
  };
  const client = openClient([group.url, other.url]);
  const record = emptyRecord();
  const random = openRandom(seed);
  const connection = new Connection(group.connection);
  await connection.connect();
  try {
    for (const [round, [, before, after]] of moves.entries()) {
      group.clock.set(before);
      for (const each of people) each.token = await group.signIn(each);
      const load = startLoad({
        client,
        staff,
        random,
        record,
        round: `CLOCK${round}`,
        now: group.clock.now,
      });
      await pause(500);
      group.clock.set(after);
      // Sessions that ended on the way; their owners sign in again.
      for (const each of people) each.token = await group.signIn(each);
      await pause(500);
      await load.stop();
      const { checked, ...found } = await checkRecord(connection, record);
      expect({ ...found, wrong: client.traffic.wrong, seed }).toEqual({
        lost: [],
        doubled: [],
        waiting: [],
        wrong: [],
        seed,
      });
      expect(checked).toBeGreaterThan(0);
      expect((await verifyBooks(group.db)).breaches).toEqual([]);
    }
    const { checked } = await checkRecord(connection, record);
    await expectToNotice(connection, record);
    const { acknowledged, refused, retried } = client.traffic;
    addRow({
      fault: "clock across day, month and year, and back",
      seed,
      injected: moves.length,
      acknowledged,
      refused,
      retried,
      checked,
      lost: 0,
      doubled: 0,
    });
  } finally {
    await connection.end();
    await group.close();
  }
});

/** Tests the check itself: it finds a missing payment, and one whose member was not notified. */
async function expectToNotice(connection: Connection, record: Record): Promise<void> {
  const [[reference, payment] = []] = record.payments;
  if (reference === undefined || payment === undefined) throw new Error("nothing was paid");
  const payments = new Map(record.payments);
  payments.delete(reference);
  payments.set("GONE", payment);
  const { lost, doubled } = await checkRecord(connection, { ...record, payments });
  expect(lost).toContain("payment GONE");
  expect(doubled).toContain(`payment ${reference} was never acknowledged`);
}
