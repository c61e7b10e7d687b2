// The book of a group that moves in, and its proposal by the Treasurer, in a test's group.
import type {
  OpeningBook,
  OpeningLoan,
  OpeningMember,
  ValidatedSheet,
} from "#domain/opening/opening-book.ts";
import { totalsOf } from "#domain/opening/validate-sheet.ts";
import type { PlainDate } from "#domain/calendar.ts";
import { type Database, inTransaction, openDatabase, openPool } from "#server/db/connection.ts";
import { proposeOpening } from "#server/features/opening/propose-opening.ts";
import type { TestGroup, TestMember } from "./test-group.ts";
import { sql } from "kysely";
import { addMembersOfBook, type MemberOfBook } from "#server/core/identity/members-of-book.ts";

export const CUT_OVER: PlainDate = "2026-02-28";

export function memberOfBook(index: number, fields: Partial<OpeningMember> = {}): OpeningMember {
  return {
    row: index + 2,
    regNumber: `BOOK/${String(index + 1).padStart(3, "0")}`,
    firstName: "Atieno",
    lastName: `Odhiambo ${index + 1}`,
    phone: null,
    email: null,
    joinedOn: "2024-01-15",
    status: "active",
    savingsCents: 2_000_000n,
    paidUpTo: "2026-02-01",
    lastPaidOn: "2026-02-20",
    unpaidFinesCents: 0n,
    ...fields,
  };
}

export function loanOfBook(index: number, fields: Partial<OpeningLoan> = {}): OpeningLoan {
  return {
    row: index + 2,
    regNumber: "BOOK/001",
    loanType: "normal_loan",
    amountCents: 1_000_000n,
    interestCents: 100_000n,
    paidCents: 333_333n,
    givenOn: "2025-12-01",
    dueOn: "2026-12-01",
    ...fields,
  };
}

/** A book that balances: retained earnings are the rest. */
export function balancedBook(fields: Partial<OpeningBook> = {}): OpeningBook {
  const book: OpeningBook = {
    members: [memberOfBook(0, { unpaidFinesCents: 50_000n }), memberOfBook(1), memberOfBook(2)],
    loans: [loanOfBook(0), loanOfBook(1, { regNumber: "BOOK/002", dueOn: "2026-03-01" })],
    balances: [
      { row: 2, account: "bank", cents: 5_000_000n },
      { row: 3, account: "tax", cents: 20_000n },
      { row: 4, account: "ordinary_shares", cents: 300_000n },
    ],
    deposits: [
      {
        row: 2,
        description: "Co-op 12 months",
        amountCents: 800_000n,
        placedOn: "2025-09-01",
        maturesOn: "2026-09-01",
      },
    ],
    history: [
      {
        row: 2,
        regNumber: "BOOK/002",
        month: "2026-01-01",
        amountCents: 100_000n,
        paidOn: "2026-01-31",
        reference: "QX12",
      },
    ],
    ...fields,
  };
  const { differenceCents } = totalsOf(book);
  const balances = [
    ...book.balances,
    { row: 9, account: "retained_earnings" as const, cents: differenceCents },
  ];
  return { ...book, balances };
}

/** As `POST /api/opening/` does after reading the sheet. Returns the opening's id. */
export async function propose(
  group: TestGroup,
  treasurer: TestMember,
  book: OpeningBook,
  { cutOver = CUT_OVER, differenceReason = null as string | null } = {},
): Promise<{ openingId: number; isNew: boolean }> {
  const pool = openPool(group.serverConnection);
  const sheet: Pick<ValidatedSheet, "book" | "totals" | "differenceCents"> = {
    book,
    ...totalsOf(book),
  };
  const by = {
    actor: {
      id: treasurer.id,
      username: treasurer.username,
      office: "Treasurer" as const,
      status: "active" as const,
      isActive: true,
      exited: false,
      isAuditor: false,
      lacksTwoStep: false,
    },
    now: group.clock.now(),
    origin: { address: "127.0.0.1", device: "", browser: null },
  };
  try {
    return await inTransaction(openDatabase(pool), (tx) =>
      proposeOpening(tx, by, {
        sheet,
        cutOver,
        differenceReason,
        mapping: null,
      }),
    );
  } finally {
    await pool.end();
  }
}

export type BookDays = {
  memberId: number;
  paidUpTo: PlainDate;
  lastPaidOn: PlainDate | null;
  joinedOn: PlainDate;
};

/** As an accepted sheet leaves it, proposed by one of `by` and accepted by the other as Sec-Gen. */
export async function bringDays(
  db: Database,
  brought: { cutOverOn: PlainDate; members: readonly BookDays[]; by: [number, number] },
): Promise<void> {
  const { cutOverOn, members, by } = brought;
  await inTransaction(db, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO openings (cut_over_on, digest, book, totals, members, loans, savings_cents, difference_cents, proposed_by,
                            proposed_at, outcome, decided_by, decided_office, decided_at)
      VALUES (${cutOverOn}, sha256('days'), '{}', '[]', ${members.length}, 0, 0, 0, ${by[0]}, now(), 'accepted', ${by[1]},
              'Sec-Gen', now())
      RETURNING id`.execute(tx);
    await tx
      .insertInto("opening_members")
      .values(
        members.map((member, index) => ({
          opening_id: rows[0]!.id,
          member_id: member.memberId,
          row: index + 2,
          savings_cents: 0n,
          paid_up_to: member.paidUpTo,
          last_paid_on: member.lastPaidOn,
          unpaid_fines_cents: 0n,
          joined_on: member.joinedOn,
          is_new: false,
        })),
      )
      .execute();
  });
}

/**
 * Members from the group's own book without an account: without phone and email by default; added by `official` with
 * the server's own rights. Returns their ids in order.
 */
export async function bringIn(
  group: TestGroup,
  official: TestMember,
  members: readonly Partial<MemberOfBook>[],
): Promise<number[]> {
  const pool = openPool(group.serverConnection);
  try {
    const ofBook = members.map((member, index) => ({
      regNumber: `BOOK/${index + 1}`,
      firstName: "Atieno",
      lastName: "Odhiambo",
      phone: null,
      email: null,
      joinedOn: "2024-01-15" as MemberOfBook["joinedOn"],
      status: "active" as const,
      ...member,
    }));
    const by = { now: group.clock.now(), actorId: official.id, address: "127.0.0.1" };
    const ids = await inTransaction(openDatabase(pool), (tx) => addMembersOfBook(tx, ofBook, by));
    return ofBook.map(({ regNumber }) => ids.get(regNumber) ?? 0);
  } finally {
    await pool.end();
  }
}
