// The M-PESA statements of the demo group's last six months, and how its officials reconciled them. A payment is
// missing, one has another amount, and one deposit nobody claimed.
import { sql } from "kysely";
import {
  addDays,
  addMonths,
  firstOfMonth,
  nairobiDate,
  nairobiIso,
  type PlainDate,
} from "#domain/calendar.ts";
import { formatAmount, fromKes, type Cents } from "#domain/money.ts";
import { readReconciliation } from "#server/core/bank-lines/reconciliation.ts";
import { readUploadHere } from "#server/core/bank-files/uploaded-lines.ts";
import { acceptReconciliation } from "#server/features/reconciliation/reconciliation.ts";
import { addAccount } from "#server/features/statements/statements.queries.ts";
import { readImport } from "#server/features/statements/import-statement.ts";
import { matchByHand } from "#server/features/statements/match-line.ts";
import { inTransaction } from "#server/db/connection.ts";
import { mpesaReference, updateProjections, type DemoGroup, type Happening } from "./demo-group.ts";
import { momentOf, type Moments } from "./story.ts";

const STATEMENTS = 6;
const SHORT_CODE = "4087123";
/** The waiting payment of the first member is not on the statement; that of the second is there with KES 100 less. */
const NOT_THERE = "wambui.ndungu";
const SHORT_BY_100 = "rehema.said";

export function statements({ daysAgo }: Moments): Happening[] {
  const yesterday = nairobiDate(daysAgo(1));
  const begun = firstOfMonth(yesterday);
  const first = addMonths(begun, -STATEMENTS);
  let opening: Cents = 0n;
  const printed = { accountId: 0 };
  const ofMonth = (from: PlainDate, to: PlainDate, at: Date, isNewest: boolean): Happening => ({
    at,
    happen: async (group: DemoGroup) =>
      (opening = await importMonth(group, { from, to, at, isNewest, opening, ...printed })),
  });
  const months = Array.from({ length: STATEMENTS }, (_, month) => {
    const from = addMonths(first, month);
    const to = addDays(addMonths(from, 1), -1);
    const next = addDays(to, 1);
    return [
      ofMonth(from, to, momentOf(next, 0.5), false),
      // The newest complete month still waits for both offices.
      ...(month < STATEMENTS - 1 ? [accept(to, momentOf(next, 9))] : []),
    ];
  });
  return [
    {
      at: momentOf(first, 0.1),
      happen: async (group: DemoGroup) => {
        printed.accountId = await nameAccount(group, momentOf(first, 0.1));
        opening = await bankAt(group, addDays(first, -1));
      },
    },
    ...months.flat(),
    ofMonth(begun, yesterday, daysAgo(1, 23.9), true),
  ];
}

/** The fields of a request that only the network provides. */
const nothingElse = { sessionId: 0, id: 0, code: "bank", query: undefined } as const;

async function nameAccount({ act }: DemoGroup, at: Date): Promise<number> {
  const { id } = await act({ who: "treasurer", right: "statements.write", at }, (tx, by) =>
    addAccount(tx, by, { name: "M-PESA paybill", kind: "mpesa_paybill", number: SHORT_CODE }),
  );
  return id;
}

async function bankAt({ database: { db } }: DemoGroup, day: PlainDate): Promise<Cents> {
  const { rows } = await sql<{ cents: Cents }>`SELECT bank_balance(${day}::date) AS cents`.execute(
    db,
  );
  return rows[0]?.cents ?? 0n;
}

type Printed = { receipt: string; at: Date; details: string; cents: Cents; entryId: number | null };

type Month = {
  accountId: number;
  from: PlainDate;
  to: PlainDate;
  at: Date;
  /** The newest statement ends yesterday, and contains the lines that the books do not know. */
  isNewest: boolean;
  opening: Cents;
};

/** Returns the closing balance of the statement. */
async function importMonth(group: DemoGroup, month: Month): Promise<Cents> {
  const { accountId, from, to, at, opening } = month;
  const lines = (await printedIn(group, month)).toSorted(
    (one, other) => one.at.getTime() - other.at.getTime(),
  );
  const closing = lines.reduce((sum, { cents }) => sum + cents, opening);
  const by = await group.act(
    { who: "treasurer", right: "statements.write", at },
    async (_tx, each) => each,
  );
  const importRead = await readImport(
    group.database.db,
    // Reads the file in this process, because a file that the demo wrote itself is no danger.
    { readStatement: readUploadHere },
    { ...by, ...nothingElse, body: undefined },
    {
      account_id: accountId,
      fileName: `ORG_${SHORT_CODE}_Utility Account_${from}_${to}.csv`,
      bytes: Buffer.from(fileOf(month, lines, closing)),
    },
  );
  await inTransaction(group.database.db, importRead);
  await group.act({ who: "treasurer", right: "statements.write", at }, async (tx, treasurer) => {
    for (const { receipt, entryId } of lines) {
      if (entryId === null) continue;
      const { id } = await tx
        .selectFrom("statement_lines")
        .select("id")
        .where("reference", "=", receipt)
        .executeTakeFirstOrThrow();
      await matchByHand(tx, treasurer, id, { kind: "entry", id: entryId });
    }
  });
  await updateProjections(group.database.db);
  return closing;
}

/**
 * The movements on the paybill: each payment when it was paid, and every other movement of the bank when it was booked.
 */
async function printedIn({ database: { db } }: DemoGroup, month: Month): Promise<Printed[]> {
  const { from, to, isNewest } = month;
  const { rows } = await sql<{
    receipt: string | null;
    at: Date;
    name: string;
    username: string | null;
    account: string;
    cents: Cents;
    entry_id: number | null;
    waits: boolean;
  }>`
    SELECT p.reference AS receipt, p.paid_at AS at, upper(m.first_name || ' ' || m.last_name) AS name, m.username,
           m.reg_number AS account, p.amount_cents AS cents, NULL::int AS entry_id,
           p.status <> 'approved' AS waits
      FROM payments p JOIN members m ON m.id = p.member_id
     WHERE p.paid_on BETWEEN ${from}::date AND ${to}::date AND p.status <> 'rejected'
    UNION ALL
    SELECT NULL, e.recorded_at, e.description, NULL, '', sum(b.amount_cents)::bigint, e.id, false
      FROM entries e JOIN postings b ON b.entry_id = e.id AND b.account = 'bank'
     WHERE e.business_date BETWEEN ${from}::date AND ${to}::date AND e.source_kind <> 'payment' AND e.reverses IS NULL
       AND NOT EXISTS (SELECT FROM entries r WHERE r.reverses = e.id)
     GROUP BY e.id`.execute(db);
  const moved = rows
    .filter(({ username, waits }) => !waits || username !== NOT_THERE)
    .map((row): Printed => {
      const isShort = row.waits && row.username === SHORT_BY_100;
      const way = row.cents > 0n ? "Pay Bill from" : "Business Payment to";
      return {
        receipt: row.receipt ?? mpesaReference(row.at, 5_000_000 + (row.entry_id ?? 0)),
        at: row.at,
        details:
          row.entry_id === null
            ? `${way} 25470****${row.account.slice(-3)} - ${row.name} Acc. ${row.account}`
            : `${way} ${row.name}`,
        cents: isShort ? row.cents - 10_000n : row.cents,
        entryId: row.entry_id,
      };
    });
  return isNewest ? [...moved, ...strange(from)] : moved;
}

/** A friend of a member paid for the merry-go-round into the group's paybill, and nobody knows yet; and its charge. */
function strange(day: PlainDate): Printed[] {
  const line = (number: number, hour: number, cents: Cents, details: string): Printed => {
    const at = momentOf(day, hour);
    return { receipt: mpesaReference(at, 6_000_000 + number), at, details, cents, entryId: null };
  };
  return [
    line(
      1,
      10.2,
      150_000n,
      "Pay Bill from 25471****482 - NEEMA ACHIENG OTIENO Acc. MERRY GO ROUND",
    ),
    line(4, 16.1, -3_400n, "Business Pay Bill Charge"),
  ];
}

const HEADING =
  "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.";

/** The statement as the M-PESA organisation portal exports it. */
function fileOf({ from, to, opening }: Month, lines: readonly Printed[], closing: Cents): string {
  let balance = opening;
  const rows = lines.map(({ receipt, at, details, cents }) => {
    balance += cents;
    const moment = portalMoment(at);
    const isIn = cents > 0n;
    const cells = [
      receipt,
      moment,
      moment,
      details,
      "Completed",
      isIn ? formatAmount(cents) : "",
      isIn ? "" : `-${formatAmount(-cents)}`,
      formatAmount(balance),
      "true",
      details.split(" - ")[0] ?? details,
      details.includes(" - ") ? (details.split(" - ")[1] ?? "") : "",
      "",
      details.split(" Acc. ")[1] ?? "",
    ];
    return cells.map(quoted).join(",");
  });
  const head = [
    ["Account Holder:", "Demo Group"],
    ["Short Code:", SHORT_CODE],
    ["Account:", "Utility Account"],
    ["Time Period:", `From ${portalDay(from)} 00:00:00 To ${portalDay(to)} 23:59:59`],
    ["Opening Balance:", formatAmount(opening)],
    ["Closing Balance:", formatAmount(closing)],
  ].map((cells) => cells.map(quoted).join(","));
  return [...head, "", HEADING, ...rows, ""].join("\r\n");
}

const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const portalDay = (day: string) => day.split("-").toReversed().join("-");
const portalMoment = (at: Date) => {
  const [day = "", time = ""] = nairobiIso(at).split("T");
  return `${portalDay(day)} ${time.slice(0, 8)}`;
};

/** Both offices accept the reconciliation with the difference that they see. */
function accept(day: PlainDate, at: Date): Happening {
  return {
    at,
    happen: async ({ act }) => {
      for (const who of ["treasurer", "sec-gen"])
        await act(
          { who, right: "reconciliation.accept", at, changesMembership: true },
          async (tx, by) => {
            const { t } = by;
            const read = await readReconciliation(tx, {
              date: day,
              callerId: by.actor.id,
              withItems: false,
              t,
            });
            const body = {
              date: day,
              difference_seen: fromKes(read.difference),
              open_seen: read.open_count,
              ...(read.explained ? {} : { reason: "Approved next week, as every month" }),
            };
            return acceptReconciliation(tx, { ...by, ...nothingElse, body });
          },
        );
    },
  };
}
