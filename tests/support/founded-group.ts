// A group that has its three officials, and as many members as the test wants, when the test begins. Signing one up and
// in by the API takes 60 ms of a processor. So one group of a run does it, and every other is a clone of its database.
import { parseKes } from "#domain/money.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import { chargeFine } from "#server/core/ledger/fines.ts";
import { inTransaction } from "#server/db/connection.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { shareDatabase } from "./test-database.ts";
import {
  type Answer,
  type ServerOptions,
  startGroup,
  type TestGroup,
  type TestMember,
  usualStart,
} from "./test-group.ts";

type Founded = { group: TestGroup; books: Bookkeeping };

/**
 * Starts a group as `startGroup` does, founded at `startsAt`, with a Chairperson, a Treasurer, a Sec-Gen and `members`
 * active members, whom `books.member()` returns first. Groups of one instant and number are clones of one database.
 */
export async function startFoundedGroup({
  startsAt = usualStart,
  members = 0,
  ...options
}: ServerOptions & { startsAt?: string; members?: number } = {}): Promise<Founded> {
  const name = `${Date.parse(startsAt)}_${members}`;
  const { database, officials, prepared } = await found(name, startsAt, async ({ books }) => {
    const ready: TestMember[] = [];
    while (ready.length < members) ready.push(await books.member());
    return ready;
  });
  const group = await startGroup({ ...options, startsAt, copyOf: database });
  return { group, books: keepBooks(group, officials, { ready: prepared }) };
}

/**
 * Starts a group with its officials in which `prepare` has run. A run of the tests calls it once for a `name`, and the
 * groups of this name are clones of what it left. `prepared` is what it returned, read back from JSON.
 */
export async function startPreparedGroup<Prepared>(
  name: string,
  prepare: (founded: Founded) => Promise<Prepared>,
): Promise<Founded & { prepared: Prepared }> {
  const { database, officials, prepared } = await found(name, usualStart, prepare);
  const group = await startGroup({ copyOf: database });
  return { group, books: keepBooks(group, officials), prepared };
}

/** The database that the groups of this name are cloned from, and what is known of it. */
async function found<Prepared>(
  name: string,
  startsAt: string,
  prepare: (founded: Founded) => Promise<Prepared>,
): Promise<{ database: string; officials: Officials; prepared: Prepared }> {
  const database = `akiba_founded_${name}`;
  const comment = await shareDatabase(database, async (connection) => {
    const group = await startGroup({ connection, startsAt });
    const officials = await appointOfficials(group);
    // The books of each clone count their payments' references from 1.
    const books = keepBooks(group, officials, { referencesFrom: 900_000 });
    const prepared = await prepare({ group, books });
    // As the server does within seconds: `verify` reports an audit entry that is ten minutes old and unsealed.
    await sealAudit(group.db);
    await group.close();
    return JSON.stringify({ officials, prepared });
  });
  return { database, ...(JSON.parse(comment) as { officials: Officials; prepared: Prepared }) };
}

export type Bookkeeping = ReturnType<typeof keepBooks>;
export type Officials = Record<"chairperson" | "treasurer" | "secGen", TestMember>;

/** A Chairperson, a Treasurer and a Sec-Gen, in this order, as the founding command appoints them. */
export async function appointOfficials(group: TestGroup): Promise<Officials> {
  const chairperson = await group.official("Chairperson");
  const treasurer = await group.official("Treasurer");
  const secGen = await group.official("Sec-Gen");
  return { chairperson, treasurer, secGen };
}

/** Appoints a Chairperson, a Treasurer and a Sec-Gen, and moves money as they and the members would. Amounts in KES. */
export async function appointBookkeepers(group: TestGroup) {
  return keepBooks(group, await appointOfficials(group));
}

/** The books of a group that has its officials. `member()` returns the `ready` members before it signs up others. */
export function keepBooks(
  group: TestGroup,
  { chairperson, treasurer, secGen }: Officials,
  { ready = [], referencesFrom = 0 }: { ready?: TestMember[]; referencesFrom?: number } = {},
) {
  let references = referencesFrom;
  const reference = () => `REF${String(++references).padStart(6, "0")}`;

  async function post(by: TestMember, path: string, body: unknown, status = 200): Promise<Answer> {
    const answer = await group.api("POST", path, { token: by.token, body });
    if (answer.status !== status) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  async function approve(path: string, id: number, by = [treasurer, secGen]): Promise<void> {
    for (const official of by) await post(official, `${path}${id}/`, { action: "approved" });
  }

  /** Reports a contribution and leaves it undecided. */
  async function submitContribution(
    member: TestMember,
    kes: number,
    month = "2026-03-01",
  ): Promise<number> {
    const { body } = await post(
      member,
      "/api/finances/monthly-contribution/",
      {
        amount_paid: kes,
        contribution_month: month,
        payment_date: group.clock.now().toISOString(),
        payment_Reference_Code: reference(),
      },
      201,
    );
    return body.contribution.contribution_id;
  }

  /** Applies for a loan and leaves it undecided. */
  async function applyForLoan(
    member: TestMember,
    kes: number,
    type: "normal_loan" | "emergency_loan" = "normal_loan",
  ): Promise<number> {
    const { body } = await post(
      member,
      "/api/finances/get-create-user-loans/",
      { amount: kes, loan_type: type },
      201,
    );
    if (body.loan.status !== "pending") throw new Error(`loan: ${JSON.stringify(body)}`);
    return body.loan.loan_id;
  }

  /** Reports a repayment and leaves it undecided. */
  async function submitRepayment(member: TestMember, loanId: number, kes: number): Promise<number> {
    const { body } = await post(
      member,
      `/api/finances/pay-loan/${loanId}/`,
      { amount_paid: kes, payment_Reference_Code: reference() },
      201,
    );
    return body.loan_payment.payment_id;
  }

  /** Reports a payment of fines and leaves it undecided. */
  async function submitFinePayment(member: TestMember, kes: number): Promise<number> {
    const { body } = await post(
      member,
      "/api/finances/pay-fine/",
      { amount_paid: kes, payment_Reference_Code: reference() },
      201,
    );
    return body.fine_payment.payment_id;
  }

  return {
    chairperson,
    treasurer,
    secGen,
    submitContribution,
    applyForLoan,
    submitRepayment,
    /** A member whom the Chairperson has approved. */
    member: async (): Promise<TestMember> => ready.shift() ?? group.activeMember(chairperson),
    /** Once the books have begun: proposed by the Chairperson, and agreed to at once by `agreed`. */
    async giveOffice(member: TestMember, role: string, agreed = treasurer): Promise<void> {
      await post(chairperson, `/api/user/assign_groups/${member.id}/`, { role });
      await post(agreed, `/api/user/assign_groups/${member.id}/agree/`, {});
    },
    /** Takes the member's office: proposed by the Chairperson, and agreed to by the member. */
    async takeOffice(member: TestMember, role: string): Promise<void> {
      const path = `/api/user/remove_groups/${member.id}/`;
      await group.api("DELETE", path, { token: chairperson.token, body: { role } });
      await post(member, `/api/user/assign_groups/${member.id}/agree/`, {});
    },
    async contribute(member: TestMember, kes: number, month?: string): Promise<void> {
      const id = await submitContribution(member, kes, month);
      await approve("/api/finances/monthly-contribution-approval/", id);
    },
    /** The monthly amount for three months: after 30 days their answers about offices count (MEM-45). */
    async contributeThreeMonths(member: TestMember): Promise<void> {
      for (const month of ["2026-01-01", "2026-02-01", "2026-03-01"]) {
        const id = await submitContribution(member, 1_000, month);
        await approve("/api/finances/monthly-contribution-approval/", id);
      }
    },
    /** The id of a disbursed loan. */
    async lend(
      member: TestMember,
      kes: number,
      type: "normal_loan" | "emergency_loan" = "normal_loan",
    ): Promise<number> {
      const id = await applyForLoan(member, kes, type);
      // The Chairperson decides on a loan of one of the two in their place.
      const deciders = [treasurer, secGen].map((each) =>
        each.id === member.id ? chairperson : each,
      );
      await approve("/api/finances/loan-application-approval/", id, deciders);
      return id;
    },
    async repay(member: TestMember, loanId: number, kes: number): Promise<void> {
      const id = await submitRepayment(member, loanId, kes);
      await approve("/api/finances/loan-payment-approval/", id);
    },
    async payFine(member: TestMember, kes: number): Promise<void> {
      const id = await submitFinePayment(member, kes);
      await approve("/api/finances/fine-payment-approval/", id);
    },
    async fine(member: TestMember, kes: number): Promise<void> {
      const cents = parseKes(kes);
      if (typeof cents === "string") throw new Error(cents);
      const description = "Late to the meeting";
      await inTransaction(group.db, (tx) =>
        chargeFine(tx, {
          memberId: member.id,
          amountCents: cents,
          description,
          by: { actorId: treasurer.id, address: "127.0.0.1" },
          now: group.clock.now(),
        }),
      );
    },
  };
}

type Api = TestGroup["api"];
type Fields = Record<string, unknown>;
type Reversing = { by?: TestMember; at?: Api; body?: unknown };

/**
 * A group with its officials and a member, and the Treasurer's work over HTTP: posting, reversing, closing and reading
 * the books. `at` is the API of another server of the same group.
 */
export async function startLedgerBook(options: Parameters<typeof startFoundedGroup>[0] = {}) {
  const { group, books } = await startFoundedGroup({ members: 1, ...options });
  const { chairperson, treasurer, secGen } = books;
  const member = await books.member();

  const post = (
    type: string,
    fields: Fields,
    { by = treasurer, at = group.api, key }: { by?: TestMember; at?: Api; key?: string } = {},
  ) =>
    at("POST", "/api/accounting/create_ledger_entry/", {
      token: by.token,
      body: { type, description: `A test of ${type}`, ...fields },
      ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
    });

  async function posted(type: string, fields: Fields) {
    const answer = await post(type, fields);
    if (answer.status !== 201) throw new Error(`posting: ${JSON.stringify(answer.body)}`);
    return answer.body.entry;
  }

  const read = (path: string, by: TestMember = treasurer) =>
    group.api("GET", `/api/accounting/${path}`, { token: by.token });

  return {
    group,
    chairperson,
    treasurer,
    secGen,
    takeOffice: (of: TestMember, role: string) => books.takeOffice(of, role),
    member,
    post,
    /** The entry of a posting that must succeed. */
    posted,
    reverse: (
      id: number | string,
      { by = treasurer, at = group.api, body = { reason: "Typed wrongly" } }: Reversing = {},
    ) => at("POST", `/api/accounting/reverse_entry/${id}/`, { token: by.token, body }),
    closeYear: (year: unknown, { by = treasurer, at = group.api } = {}) =>
      at("POST", "/api/accounting/close_year/", { token: by.token, body: { year } }),
    read,
    async ledger() {
      return (await read("create_ledger_entry/")).body;
    },
    /** Sessions end when a test moves the clock. */
    async signInAgain(people = [chairperson, treasurer, secGen, member]) {
      for (const person of people) person.token = await group.signIn(person);
    },
  };
}

/** Ends a test's group; fails if an invariant of its books is broken. */
export async function closeSoundly(group: TestGroup): Promise<void> {
  const { breaches } = await verifyBooks(group.db);
  await group.close();
  if (breaches.length > 0) throw new Error(`the books are broken: ${JSON.stringify(breaches)}`);
}

export type LedgerBook = Awaited<ReturnType<typeof startLedgerBook>>;
