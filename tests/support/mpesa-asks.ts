// A group whose members' phones are asked to pay by Daraja in a box: requests leave, and results are read, when the test says so.
import { phoneAnswers, type PhoneAnswer } from "#demo/daraja/daraja-box.ts";
import { askResult, type BoxTransaction } from "#demo/daraja/daraja-json.ts";
import { assert } from "#domain/assert.ts";
import { startLiveGroup } from "./mpesa.ts";
import type { Json, TestMember } from "./test-group.ts";

/** The settings of M-PESA for a test that sends nothing. */
export const mpesaEnv: Readonly<Record<string, string>> = {
  RATE_LIMIT: "off",
  MPESA_URL: "http://127.0.0.1:9",
  MPESA_KEY: "of-the-app",
  MPESA_SECRET: "secret-of-the-app",
  MPESA_SHORTCODE: "600610",
  MPESA_CALLBACK_SECRET: "0123456789abcdef0123456789abcdef",
  MPESA_PASSKEY: "passkey-of-the-app",
};

export type AskingGroup = Awaited<ReturnType<typeof startAskingGroup>>;

export async function startAskingGroup({ members = 6 }: { members?: number } = {}) {
  // Only asks: what confirmations do is tried elsewhere.
  const live = await startLiveGroup({ members, env: { MPESA_PULL: "off" } });
  const { box, group, settle } = live;

  const ask = (by: TestMember, body: Json, headers: Record<string, string> = {}) =>
    group.api("POST", "/api/mpesa/asks/", { token: by.token, body, headers });

  const row = (id: number) =>
    group.db.selectFrom("mpesa_asks").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  /** The ask as it waits on its phone. */
  const phoneOf = async (askId: number) => {
    const { account_reference } = await row(askId);
    const waiting = box.waiting().find(({ reference }) => reference === account_reference);
    assert(waiting !== undefined, `ask ${askId} waits on a phone`);
    return waiting;
  };

  return {
    ...live,
    ask,
    row,
    phoneOf,
    /** Makes an ask and sends it; returns its id. */
    async asked(by: TestMember, body: Json): Promise<number> {
      const answer = await ask(by, body);
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      await settle();
      return answer.body.ask.id;
    },
    read: async (by: TestMember, id: number): Promise<Json> =>
      (await group.api("GET", `/api/mpesa/asks/${id}/`, { token: by.token })).body.ask,
    /** The phone answers, and M-PESA posts the result `times` over; returns what was paid, and the phone's side. */
    async answer(
      askId: number,
      how: PhoneAnswer,
      { amount, times = 1 }: { amount?: number; times?: number } = {},
    ) {
      const phone = await phoneOf(askId);
      const more = amount === undefined ? {} : { amount };
      const paid = await box.answer(phone.checkoutId, how, {
        result: times,
        confirmed: 0,
        ...more,
      });
      await settle();
      return { phone, paid };
    },
    /** Another word about an ask, or a late one. */
    async post(
      phone: Parameters<typeof askResult>[0],
      how: PhoneAnswer,
      paid: BoxTransaction | null = null,
    ): Promise<void> {
      await box.post(phone.callback, askResult(phone, { ...phoneAnswers[how], paid }));
      await settle();
    },
  };
}
