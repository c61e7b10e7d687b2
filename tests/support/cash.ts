// Cash of a test's group, over HTTP: proposed by one office and agreed to by the other.
import type { Bookkeeping } from "./founded-group.ts";
import type { Answer, Json, TestGroup, TestMember } from "./test-group.ts";

export function cashOf(group: TestGroup, { treasurer, secGen }: Bookkeeping) {
  const send = (by: TestMember, path: string, body?: Json): Promise<Answer> =>
    group.api("POST", path, { token: by.token, ...(body === undefined ? {} : { body }) });
  return {
    /** An entry by hand, which only waits. */
    propose: (by: TestMember, body: Json): Promise<Answer> =>
      send(by, "/api/accounting/create_ledger_entry/", { description: "The box", ...body }),

    count: (by: TestMember, body: Json): Promise<Answer> => send(by, "/api/cash/counts/", body),

    reverse: (by: TestMember, entryId: number): Promise<Answer> =>
      send(by, `/api/accounting/reverse_entry/${entryId}/`, { reason: "Wrong box" }),

    agree: (by: TestMember, id: number): Promise<Answer> =>
      send(by, `/api/accounting/proposals/${id}/agree/`),

    /** By both offices, the Treasurer first; the id of its entry, null of a count without a difference. */
    async both(proposed: Promise<Answer>): Promise<number | null> {
      const { status, body } = await proposed;
      if (status !== 201 || body.status !== "proposed") throw new Error(JSON.stringify(body));
      const answer = await this.agree(secGen, body.id);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body.entry_id;
    },

    /** KES from the bank into the box. */
    withdraw(amount: number, more: Json = {}): Promise<number | null> {
      return this.both(this.propose(treasurer, { type: "cash_withdrawal", amount, ...more }));
    },

    read: async (by: TestMember, query = ""): Promise<Answer> =>
      group.api("GET", `/api/cash/${query}`, { token: by.token }),
  };
}
