// Copies the life of a data set's group into tables of plans, in the order of time, from which other steps write the
// records; and inserts the members.
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import {
  lifeOf,
  type Fine,
  type GroupEvent,
  type Loan,
  type Official,
  type Verdict,
} from "#demo/group-life.ts";
import {
  CHAIRPERSON,
  numberedGroup,
  SEC_GEN,
  TREASURER,
  type NumberedMember,
  type Shape,
} from "./group.ts";

/** The schema of the plans while a data set is made. Connections that read the plans have it in their search path. */
export const PLANS = "bench_plans";

/** SQL for the name of a new table in that schema. */
export function planned(table: string): string {
  return `${PLANS}.${table}`;
}

/** SQL for the moment at which the history ends. */
export function end(shape: Shape): string {
  return `timestamptz '${shape.end.toISOString()}'`;
}

/** SQL for the day in Nairobi of a moment. */
export function dayOf(moment: string): string {
  return `(${moment} AT TIME ZONE 'Africa/Nairobi')::date`;
}

/** SQL for an amount as the audit log writes it. */
export function kes(cents: string): string {
  return `trim_scale(${cents} / 100.0)`;
}

const tables = {
  people: `n int, office text, first_name text, last_name text, signed_up_at timestamptz, activated_at timestamptz,
           approved_at timestamptz`,
  planned_payments: `id int, kind text, member_id int, amount bigint, submitted_at timestamptz, loan_id int, repaid_before bigint,
                     fine_id int, rejected boolean, treasurer_at timestamptz, sec_gen_at timestamptz, reference text, is_decided boolean,
                     is_approved boolean`,
  planned_loans: `id int, member_id int, number int, amount bigint, interest bigint, total bigint, applied_at timestamptz,
                  treasurer_id int, treasurer_at timestamptz, sec_gen_id int, sec_gen_at timestamptz`,
  planned_fines: "id int, member_id int, amount bigint, description text, charged_at timestamptz",
  planned_expenses: "id int, category text, description text, amount bigint, posted_at timestamptz",
};
type Table = keyof typeof tables;
type Value = string | number | bigint | boolean | Date | null;

/** Sends the payments, of which there are millions, while the generator runs; the smaller tables follow. */
export async function copyPlans(client: Client, shape: Shape): Promise<void> {
  for (const [table, columns] of Object.entries(tables))
    await client.query(`CREATE UNLOGGED TABLE ${planned(table)} (${columns})`);
  const rows = openRows();
  const { group, calendar } = numberedGroup(shape);
  const life = lifeOf(group, calendar);
  await copy(client, "planned_payments", paymentsOf(life, rows));
  for (const table of ["people", "planned_loans", "planned_fines", "planned_expenses"] as const)
    await copy(client, table, rows[table]);
  await client.query(`ANALYZE ${Object.keys(tables).join(", ")}`);
  await client.query(memberRows);
}

const memberRows = `
  INSERT INTO members (id, username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, office,
                       created_at, email_verified_at, approved_on)
  OVERRIDING SYSTEM VALUE
  SELECT n, 'member' || n, first_name, last_name, 'member' || n || '@example.com', '+2547' || lpad(n::text, 8, '0'),
         'BENCH/' || lpad(n::text, 6, '0'), 'nobody signs in with a password', 'active', true, office,
         signed_up_at, activated_at, ${dayOf("approved_at")}
    FROM people ORDER BY n`;

type Rows = ReturnType<typeof openRows>;

/** Rows of the smaller tables as text, and the loans and fines that payments are for. */
function openRows() {
  return {
    people: [] as string[],
    planned_loans: [] as string[],
    planned_fines: [] as string[],
    planned_expenses: [] as string[],
    loans: new Map<Loan, { id: number; repaidCents: bigint }>(),
    loansOf: new Map<NumberedMember, number>(),
    fines: new Map<Fine, number>(),
  };
}

type Payment = Extract<GroupEvent<NumberedMember>, { cents: bigint }>;

/**
 * Yields the row of each payment, and adds those of all other events to `rows`. Each table is numbered in the order of
 * time.
 */
function* paymentsOf(life: Iterable<GroupEvent<NumberedMember>>, rows: Rows): Generator<string> {
  let id = 0;
  for (const event of life)
    if ("cents" in event) yield paymentRow(++id, event, rows);
    else addRow(event, rows);
}

const kinds = {
  contributes: "contribution",
  repays: "loan_payment",
  "pays a fine": "fine_payment",
} as const;

function paymentRow(id: number, event: Payment, { loans, fines }: Rows): string {
  const { kind, member, cents, at, verdicts } = event;
  const loan = (event.kind === "repays" && loans.get(event.loan)) || null;
  const fine = (event.kind === "pays a fine" && event.fine && fines.get(event.fine)) || null;
  const repaidCents = loan && loan.repaidCents;
  if (loan !== null) loan.repaidCents += cents;
  const [treasurer, secGen] = verdicts;
  return rowOf([
    id,
    kinds[kind],
    member.number,
    cents,
    at,
    loan && loan.id,
    repaidCents,
    fine,
    verdicts.some(({ reason }) => reason !== null),
    treasurer?.at ?? null,
    secGen?.at ?? null,
    `R${String(id).padStart(9, "0")}`,
    treasurer !== undefined,
    secGen !== undefined,
  ]);
}

/** Refuses an event that no table of a data set stores. */
function addRow(event: Exclude<GroupEvent<NumberedMember>, Payment>, rows: Rows): void {
  const { at } = event;
  switch (event.kind) {
    case "joins": {
      const { number, office, firstName, lastName } = event.member;
      const title = office === null ? null : titles[office];
      rows.people.push(
        rowOf([number, title, firstName, lastName, at, event.activatedAt, event.letInAt]),
      );
      return;
    }
    case "borrows": {
      const { member, loan, verdicts } = event;
      const id = rows.loans.size + 1;
      const number = (rows.loansOf.get(member) ?? 0) + 1;
      rows.loans.set(loan, { id, repaidCents: 0n });
      rows.loansOf.set(member, number);
      const interest = loan.cents / 10n;
      rows.planned_loans.push(
        rowOf([
          id,
          member.number,
          number,
          loan.cents,
          interest,
          loan.cents + interest,
          at,
          ...verdictOf(verdicts[0]),
          ...verdictOf(verdicts[1]),
        ]),
      );
      return;
    }
    case "is fined": {
      const { member, fine } = event;
      const id = rows.fines.size + 1;
      rows.fines.set(fine, id);
      rows.planned_fines.push(rowOf([id, member.number, fine.cents, fine.description, at]));
      return;
    }
    case "spends": {
      const { category, description, cents } = event.expense;
      const id = rows.planned_expenses.length + 1;
      rows.planned_expenses.push(rowOf([id, category, description, cents, at]));
      return;
    }
    case "leaves":
      throw new Error("Nobody leaves the group of a data set.");
  }
}

const titles = { chairperson: "Chairperson", treasurer: "Treasurer", "sec-gen": "Sec-Gen" };
const ids: Record<Official, number> = {
  chairperson: CHAIRPERSON,
  treasurer: TREASURER,
  "sec-gen": SEC_GEN,
};

function verdictOf(verdict: Verdict | undefined): [number | null, Date | null] {
  return verdict === undefined ? [null, null] : [ids[verdict.by], verdict.at];
}

// Rows as COPY reads them. They need no escaping, because no value has a tab, a newline or a backslash.

const ROWS_AT_ONCE = 1_000;

function rowOf(values: readonly Value[]): string {
  return values.map(written).join("\t");
}

function written(value: Value): string {
  if (value === null) return "\\N";
  return value instanceof Date ? value.toISOString() : String(value);
}

async function copy(client: Client, table: Table, rows: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${planned(table)} FROM STDIN`));
  await pipeline(Readable.from(chunksOf(rows)), stream);
}

function* chunksOf(rows: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < ROWS_AT_ONCE) continue;
    yield `${chunk.join("\n")}\n`;
    chunk = [];
  }
  if (chunk.length > 0) yield `${chunk.join("\n")}\n`;
}
