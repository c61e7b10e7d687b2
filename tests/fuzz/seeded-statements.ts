// Statements of the seeded group: two that are whole, and one that is broken.
import {
  charged,
  paidIn,
  paidOut,
  paybillStatement,
  uploadStatement,
} from "#tests/support/statements.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

/** A whole statement with lines in and out, some matched, and a broken one. */
export async function seedStatements(
  group: TestGroup,
  { treasurer, secGen }: { treasurer: TestMember; secGen: TestMember },
) {
  const accounts: number[] = [];
  for (const [name, kind] of [
    ["Paybill", "mpesa_paybill"],
    ["Bank", "bank"],
  ]) {
    const { body } = await group.api("POST", "/api/statements/accounts/", {
      token: treasurer.token,
      body: { name, kind },
    });
    accounts.push(body.account.id);
  }
  const movements = [
    paidIn("UB01AAAAAA", "2026-02-01 10:00:00", 1_000),
    charged("UB01AAAAAA", "2026-02-01 10:00:00", 5),
    paidIn("UB02AAAAAA", "2026-02-02 10:00:00", 150),
    paidIn("UB03AAAAAA", "2026-02-03 10:00:00", 100),
    paidOut("UB04AAAAAA", "2026-02-04 10:00:00", 200),
    paidIn("REF000001", "2026-02-05 10:00:00", 60_000),
  ];
  const written = paybillStatement({
    opening: 100_000n,
    movements,
    from: "2026-02-01",
    to: "2026-02-28",
  });
  const whole = { opening: 100_000n, from: "2026-02-01", to: "2026-02-28" };
  const more = [paidOut("UB05AAAAAA", "2026-02-06 10:00:00", 10)];
  const files = [
    { account: accounts[0], file: written },
    { account: accounts[1], file: written.replace('"1,995.00"', '"1,994.00"') },
    { account: accounts[1], file: paybillStatement({ ...whole, movements: more }) },
  ];
  const ids: number[] = [];
  for (const { account, file } of files) {
    const { body } = await uploadStatement(group, {
      token: secGen.token,
      file,
      fields: { account_id: String(account) },
    });
    ids.push(body.statement.id);
  }
  const { body } = await group.api("GET", "/api/statements/lines/", { token: treasurer.token });
  const lines: Json[] = body.lines;
  const open = lines.filter(
    ({ state, statement_id }) => state === "open" && statement_id !== ids[1],
  );
  return {
    accounts,
    ids,
    broken: ids.slice(1, 2),
    lines: idsOf(lines),
    openIn: idsOf(open.filter(({ amount }) => amount > 0)),
    openOut: idsOf(open.filter(({ amount }) => amount < 0)),
  };
}

const idsOf = (lines: readonly Json[]): number[] => lines.map(({ id }) => id);
