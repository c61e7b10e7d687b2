// A group that pays out by Daraja in a box, with loans that were paid out in the books.
import { startLiveGroup } from "./mpesa.ts";
import type { Answer, Json, TestMember } from "./test-group.ts";

export const PAYOUTS = "/api/mpesa/payouts/";

const expected = async (answer: Promise<Answer>, status: number): Promise<Json> => {
  const { status: got, body } = await answer;
  if (got !== status) throw new Error(JSON.stringify([got, body]));
  return body;
};

type Agreed = { kind?: "loan" | "exit"; id: number; amount: number };

export type PayingGroup = Awaited<ReturnType<typeof startPayingGroup>>;

export async function startPayingGroup({ members = 6, env = {} } = {}) {
  const live = await startLiveGroup({
    members,
    env: { MPESA_PULL: "off", MPESA_PAYOUT_SHORTCODE: "600999", ...env },
  });
  const { group, books, settle } = live;
  const post = (by: TestMember, path: string, body: Json = {}): Promise<Answer> =>
    group.api("POST", path, { token: by.token, body });
  // Before the books begin it counts at once.
  const on = post(books.chairperson, "/api/group/settings/", { mpesa_payouts: true });
  await expected(on, 200);

  const propose = (body: Json, by = books.treasurer) => post(by, PAYOUTS, body);
  const agree = (id: number, amount_seen: number, by = books.secGen) =>
    post(by, `${PAYOUTS}${id}/agree/`, { amount_seen });

  return {
    ...live,
    post,
    propose,
    agree,
    refuse: (id: number, by: TestMember, reason = "Not now") =>
      post(by, `${PAYOUTS}${id}/refuse/`, { reason }),
    /** A member with a loan of this amount that both offices approved. */
    async lent(amount: number, to?: TestMember) {
      const member = to ?? (await books.member());
      await books.contribute(member, amount);
      const id = await books.lend(member, amount);
      return { member, id, amount };
    },
    /** A member without loans who left with contributions of this amount; `cents` is all that the settlement pays out. */
    async left(amount: number) {
      const member = await books.member();
      await books.contribute(member, amount);
      // Their share of the interest is paid from what others brought.
      await books.contribute(books.chairperson, amount);
      const path = "/api/accounting/clear_member/";
      await expected(post(books.treasurer, path, { member_id: member.id }), 200);
      const { paid_out_cents: cents } = await group.db
        .selectFrom("settlements")
        .select("paid_out_cents")
        .where("member_id", "=", member.id)
        .executeTakeFirstOrThrow();
      return { member, kind: "exit" as const, id: member.id, cents, amount: Number(cents / 100n) };
    },
    /** Proposed and agreed, not sent yet. */
    async agreed({ kind = "loan", id, amount }: Agreed): Promise<number> {
      const { payout } = await expected(propose({ kind, id, amount_seen: amount }), 201);
      await expected(agree(payout.id, amount), 200);
      return payout.id;
    },
    /** An open line of somebody who is no member. */
    async strayed(amount: number): Promise<Json> {
      const paid = await live.box.payBill({ amount, account: "SHOP 12" });
      await settle();
      return (await live.lines()).find(({ reference }: Json) => reference === paid?.receipt);
    },
    /** Proposed and agreed, not sent yet. */
    async givenBack({ id, amount }: Json): Promise<number> {
      const body = { kind: "return", id, amount_seen: amount, reason: "Paid to the wrong paybill" };
      const { payout } = await expected(propose(body), 201);
      await expected(agree(payout.id, amount), 200);
      return payout.id;
    },
    read: async (id: number): Promise<Json> => {
      const { body } = await group.api("GET", `${PAYOUTS}?page=1&page_size=100`, {
        token: books.chairperson.token,
      });
      return body.payouts.find((each: Json) => each.id === id);
    },
    async pass(minutes: number): Promise<void> {
      group.clock.advanceMinutes(minutes);
      await settle();
    },
  };
}
