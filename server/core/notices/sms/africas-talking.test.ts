// The client of Africa's Talking against a gateway that speaks its protocol.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startSmsGateway, type Conduct, type SmsGateway } from "#tests/support/notice-gateways.ts";
import { untilItGivesUp } from "#tests/support/until-it-gives-up.ts";
import { openAfricasTalking, type SmsOutcome } from "./africas-talking.ts";

let gateway: SmsGateway;
const text = { to: "+254712345678", message: "Umelipa KES 1,000.00" };

beforeAll(async () => {
  gateway = await startSmsGateway();
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.texts.length = 0;
});

function send(): Promise<SmsOutcome> {
  const settings = {
    url: gateway.url,
    username: "chama",
    apiKey: "atsk_1",
    sender: "AKIBA",
    reportSecret: null,
  };
  return openAfricasTalking(settings)(text);
}

test("a text is posted as a form with the key in a header", async () => {
  expect(await send()).toMatchObject({ is: "accepted", costUnits: 8_000n });
  expect(gateway.texts).toEqual([
    {
      to: "+254712345678",
      message: "Umelipa KES 1,000.00",
      from: "AKIBA",
      username: "chama",
      apiKey: "atsk_1",
      id: expect.stringMatching(/^ATXid_/),
    },
  ]);
});

const outcomes: [Conduct, Partial<SmsOutcome>][] = [
  [{ code: 100 }, { is: "accepted" }],
  [
    { code: 102, cost: "KES 1.60001" },
    { is: "accepted", costUnits: 16_001n },
  ],
  [{ code: 401 }, { is: "failed" }],
  [{ code: 402 }, { is: "failed", failure: "402 InvalidSenderId" }],
  [{ code: 403 }, { is: "wrong-number" }],
  [{ code: 404 }, { is: "wrong-number" }],
  [{ code: 405 }, { is: "no-balance" }],
  [{ code: 406 }, { is: "opted-out" }],
  [{ code: 407 }, { is: "failed" }],
  [{ code: 409 }, { is: "failed" }],
  [{ code: 500 }, { is: "again" }],
  [{ status: 500 }, { is: "again" }],
  [{ status: 503 }, { is: "again" }],
  [{ status: 429 }, { is: "again" }],
  [{ status: 401 }, { is: "again", failure: "HTTP 401" }],
  [{ status: 400 }, { is: "failed" }],
  [{ status: 302 }, { is: "failed" }],
  ["no-recipients", { is: "again" }],
  ["unreadable", { is: "unknown" }],
  ["lost", { is: "unknown" }],
  ["other-number", { is: "unknown" }],
  ["doubled", { is: "accepted", costUnits: 16_000n }],
];

describe("what the gateway answers", () => {
  test.each(outcomes)("%j is read as it was meant", async (conduct, outcome) => {
    gateway.next(conduct);
    expect(await send()).toMatchObject(outcome);
  });

  test("is waited for until the deadline, and no longer", async () => {
    gateway.next("late");
    const hasArrived = () => gateway.heldBack() > 0;
    const outcome = await untilItGivesUp({ send, hasArrived, waitsMs: 25_000 });
    expect(outcome).toEqual({ is: "unknown", failure: "no answer in time" });
    gateway.release();
  });

  test("nothing at all when nobody listens, and nothing is sent", async () => {
    await gateway.shut();
    expect(await send()).toEqual({ is: "no-connection", failure: "ECONNREFUSED" });
    await gateway.open();
    expect(await send()).toMatchObject({ is: "accepted" });
  });
});
