// Funds of a test's group, over HTTP.
import { cashOf } from "./cash.ts";
import type { Bookkeeping } from "./founded-group.ts";
import { meetingsOf } from "./meetings.ts";
import type { Answer, Json, TestGroup, TestMember } from "./test-group.ts";

export const fundApprovals = "/api/finances/fund-payment-approval/";

export function fundsOf(group: TestGroup, books: Bookkeeping) {
  const { chairperson, treasurer, secGen } = books;
  const cash = cashOf(group, books);
  const meetings = meetingsOf(group, chairperson);
  let resolution: number | null = null;
  let references = 0;
  return {
    send: (by: TestMember, path: string, body: Json = {}): Promise<Answer> =>
      group.api("POST", path, { token: by.token, body }),

    /** Without a rule, unless the body has one. */
    async make(name: string, body: Json = {}): Promise<Json> {
      const answer = await this.send(chairperson, "/api/funds/", { name, rule: "none", ...body });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.fund;
    },

    async read(by: TestMember = treasurer): Promise<Json> {
      const answer = await group.api("GET", "/api/funds/", { token: by.token });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },

    async balance(id: number): Promise<number> {
      const { funds } = await this.read();
      return funds.find((fund: Json) => fund.id === id).balance;
    },

    /** A carried resolution, of a meeting that the first call opens. */
    async resolution(): Promise<number> {
      if (resolution !== null) return resolution;
      const { id } = await meetings.open({ by: secGen });
      await meetings.mark(secGen, id, "present", [chairperson, treasurer, secGen]);
      const answer = await this.send(secGen, `/api/meetings/${id}/resolutions/`, {
        text: "Set welfare apart",
        in_favour: 3,
        against: 0,
        abstained: 0,
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      resolution = answer.body.resolution.id as number;
      return resolution;
    },

    /** An entry by hand that one person posts; as the journal has it. */
    async posted(type: string, body: Json): Promise<Json> {
      const answer = await cash.propose(treasurer, { type, ...body });
      if (answer.body.entry === undefined) throw new Error(JSON.stringify(answer.body));
      return answer.body.entry;
    },

    propose: (by: TestMember, body: Json): Promise<Answer> => cash.propose(by, body),

    /** Reports a payment, with a reference of its own unless the body has one. */
    report(by: TestMember, fundId: number, amount: number, more: Json = {}): Promise<Answer> {
      const payment_Reference_Code = `FUND${String(++references).padStart(6, "0")}`;
      const body = { amount_paid: amount, payment_Reference_Code, ...more };
      return this.send(by, `/api/funds/${fundId}/pay/`, body);
    },

    /** Reports a payment that both offices approve; returns its id. */
    async paid(by: TestMember, fundId: number, amount: number, more: Json = {}): Promise<number> {
      const answer = await this.report(by, fundId, amount, more);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      const id = answer.body.fund_payment.payment_id as number;
      for (const official of [treasurer, secGen]) {
        const decided = await this.decide(official, id);
        if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
      }
      return id;
    },

    decide(by: TestMember, id: number, body: Json = { action: "approved" }): Promise<Answer> {
      return this.send(by, `${fundApprovals}${id}/`, body);
    },

    spend: (fundId: number, amount: number, more: Json = {}): Promise<number | null> =>
      cash.both(
        cash.propose(treasurer, { type: "fund_spending", fund_id: fundId, amount, ...more }),
      ),

    /** From retained earnings, unless the body names another end. */
    async transfer(amount: number, ends: Json): Promise<number | null> {
      const resolution_id = await this.resolution();
      return cash.both(
        cash.propose(treasurer, { type: "fund_transfer", amount, resolution_id, ...ends }),
      );
    },

    reverse: (entryId: number): Promise<number | null> =>
      cash.both(cash.reverse(treasurer, entryId)),
  };
}
