// The Treasurer's work in a test group: posting, reversing, closing and reading the books over HTTP.
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startFoundedGroup } from "./founded-group.ts";
import type { TestGroup, TestMember } from "./test-group.ts";

type Api = TestGroup["api"];
type Fields = Record<string, unknown>;
type Reversing = { by?: TestMember; at?: Api; body?: unknown };

/** A group with a Chairperson, a Treasurer, a Sec-Gen and a member, and its books; `at` is another server of the same group. */
export async function startLedgerBook(options: Parameters<typeof startFoundedGroup>[0] = {}) {
  const { group, books } = await startFoundedGroup(options);
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
