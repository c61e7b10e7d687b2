// Where the group's money lies outside of the application (STAT-1).
import type { BodyOf } from "#contract/endpoint.ts";
import type { addStatementAccount, StatementAccount } from "#contract/statements.ts";
import { toKes } from "#domain/money.ts";
import { refuse } from "#domain/refusal.ts";
import type { ColumnMapping } from "#domain/statements/statement-file.ts";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { readCoverage } from "#server/core/statements/coverage.ts";
import { violatedConstraint, type Reader, type Tx } from "#server/db/connection.ts";
import type { SignedInRequest } from "#server/platform/request.ts";

export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** In the order in which they were added. */
export async function readStatementAccounts(reader: Reader): Promise<StatementAccount[]> {
  const rows = await reader.selectFrom("statement_accounts").selectAll().orderBy("id").execute();
  const coverage = new Map((await readCoverage(reader)).map((each) => [each.accountId, each]));
  return rows.map((row) => {
    const { coveredTo = null, balance = null, gaps = [] } = coverage.get(row.id) ?? {};
    return {
      id: row.id,
      name: row.name,
      // The database knows no other (statement_accounts_kind).
      kind: row.kind as StatementAccount["kind"],
      number: row.number,
      covered_to: coveredTo,
      gaps: gaps.map(({ from, to }) => ({ from, to })),
      balance: balance === null ? null : toKes(balance),
      mapping: row.mapping as ColumnMapping | null,
    };
  });
}

/** Refuses a name that stands already. */
export async function addAccount(
  tx: Tx,
  by: By,
  { name, kind, number }: BodyOf<typeof addStatementAccount>,
): Promise<StatementAccount> {
  const added = await tx
    .insertInto("statement_accounts")
    .values({ name, kind, number: number ?? null, created_by: by.actor.id, created_at: by.now })
    .returning("id")
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violatedConstraint(error) === "statement_accounts_name_key")
        throw refuse("already-in-use", { label: "Name" }).at("name");
      throw error;
    });
  await recordAudit(tx, {
    now: by.now,
    actorId: by.actor.id,
    action: "statement-accounts.add",
    subject: "statement_account",
    subjectId: added.id,
    after: { account_name: name, account_kind: kind, account_number: number ?? null },
    address: by.origin.address,
  });
  return {
    id: added.id,
    name,
    kind,
    number: number ?? null,
    covered_to: null,
    gaps: [],
    balance: null,
    mapping: null,
  };
}

/** The row of an account; `lock` keeps every other import of it waiting. Refuses with `not-found`. */
export async function readAccountRow(reader: Reader, id: number, { lock }: { lock: boolean }) {
  const rows = reader.selectFrom("statement_accounts").selectAll().where("id", "=", id);
  const row = await (lock ? rows.forNoKeyUpdate() : rows).executeTakeFirst();
  if (row === undefined) throw refuse("not-found");
  return row;
}

/** The single account with the number that a file tells; null where there is none, or several. */
export async function findAccount(reader: Reader, number: string | null) {
  if (number === null) return null;
  const rows = await reader
    .selectFrom("statement_accounts")
    .select(["id", "name", "number"])
    .where("number", "is not", null)
    .execute();
  const found = rows.filter((row) => plainNumber(row.number) === plainNumber(number));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Without what people and banks write between the digits, and the zeros that a workbook drops. */
const plainNumber = (number: string | null) =>
  (number ?? "").replaceAll(/[^\p{L}\d]/gu, "").replace(/^0+/, "");
