// The client of Daraja against a Daraja in a box.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startDarajaBox, type DarajaBox } from "#demo/daraja/daraja-box.ts";
import { readDarajaSettings } from "#server/platform/daraja-settings.ts";
import { untilItGivesUp } from "#tests/support/until-it-gives-up.ts";
import { openDaraja, type Daraja } from "./daraja-client.ts";

let box: DarajaBox;
let daraja: Daraja;
const now = () => new Date("2026-03-16T21:30:05Z");
const addresses = { result: "http://localhost/r/", timeout: "http://localhost/t/" };

beforeAll(async () => {
  box = await startDarajaBox({ now });
});
afterAll(() => box.close());
beforeEach(() => {
  daraja = open();
  box.requests.length = 0;
});

function open(env: Record<string, string> = {}): Daraja {
  const settings = readDarajaSettings(
    { ...box.env, MPESA_PAYOUT_SHORTCODE: "600999", ...env },
    { publicUrl: "http://localhost:3000", rateLimit: false },
  );
  if (settings === null) throw new Error("no settings");
  return openDaraja(settings, { now });
}

const ask = () =>
  daraja.ask({
    amount: 1_500,
    phone: "254712345149",
    reference: "A1B2C3D4E5F6",
    description: "Contribution",
    callback: "http://localhost/r/",
  });

test("an ask is signed with Nairobi's time, and taken", async () => {
  expect(await ask()).toMatchObject({ kind: "taken", body: { ResponseCode: "0" } });
  expect(box.requests.map(({ path }) => path)).toEqual([
    "/oauth/v1/generate",
    "/mpesa/stkpush/v1/processrequest",
  ]);
  expect(box.requests[1]?.body).toEqual({
    BusinessShortCode: "600610",
    Password: Buffer.from("600610box-passkey20260317003005").toString("base64"),
    Timestamp: "20260317003005",
    TransactionType: "CustomerPayBillOnline",
    Amount: 1_500,
    PartyA: "254712345149",
    PartyB: "600610",
    PhoneNumber: "254712345149",
    CallBackURL: "http://localhost/r/",
    AccountReference: "A1B2C3D4E5F6",
    TransactionDesc: "Contribution",
  });
});

test("an ask to a till names the till", async () => {
  daraja = open({ MPESA_TILL: "512345" });
  await ask();
  expect(box.requests[1]?.body).toMatchObject({
    TransactionType: "CustomerBuyGoodsOnline",
    PartyB: "512345",
    BusinessShortCode: "600610",
  });
});

test("a payout, a check and a reversal name the initiator", async () => {
  const { MPESA_CREDENTIAL: credential } = box.env;
  await daraja.payOut({ conversationId: "p-1", amount: 900, phone: "254712345149", addresses });
  await daraja.checkConversation({ conversationId: "p-1", isPayout: true, addresses });
  await daraja.giveBack({ receipt: "UCG1", amount: 900, addresses });
  expect(box.requests.slice(1).map(({ body }) => body)).toMatchObject([
    { InitiatorName: "box-initiator", CommandID: "BusinessPayment", PartyA: "600999" },
    { OriginalConversationID: "p-1", PartyA: "600999", IdentifierType: "4" },
    { TransactionID: "UCG1", RecieverIdentifierType: "11", SecurityCredential: credential },
  ]);
});

describe("the token", () => {
  test("is fetched once for 20 requests at once, at most five of which leave in a second", async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, ask));
    expect(replies.every(({ kind }) => kind === "taken")).toBe(true);
    expect(box.requests.filter(({ path }) => path.startsWith("/oauth"))).toHaveLength(1);
    const at = box.requests.map((request) => request.at);
    const sixLater = at.slice(6).map((moment, index) => moment - at[index]!);
    expect(Math.min(...sixLater)).toBeGreaterThan(1_000);
  });

  test("is fetched once more when Daraja no longer takes it", async () => {
    await ask();
    box.forgetToken();
    expect(await ask()).toMatchObject({ kind: "taken" });
    expect(box.requests.map(({ path }) => path.slice(0, 12))).toEqual([
      "/oauth/v1/ge",
      "/mpesa/stkpu",
      "/mpesa/stkpu",
      "/oauth/v1/ge",
      "/mpesa/stkpu",
    ]);
  });

  test("that is refused twice is a refusal", async () => {
    box.next("stkpush/", { status: 401 }, { status: 401 });
    expect(await ask()).toEqual({ kind: "refused", code: "401", text: "" });
  });

  test("is not given for a wrong secret, and nothing is sent", async () => {
    daraja = open({ MPESA_SECRET: "another-secret" });
    expect(await ask()).toMatchObject({ kind: "refused", code: "400.008.01" });
    expect(await daraja.checkToken()).toMatchObject({ kind: "refused" });
    expect(box.requests.every(({ path }) => path.startsWith("/oauth"))).toBe(true);
  });

  test("that does not come leaves nothing sent", async () => {
    box.next("/oauth", { status: 503 });
    expect(await ask()).toMatchObject({ kind: "refused", code: "unreachable" });
  });
});

const fault = (errorCode: string) => ({ requestId: "1", errorCode, errorMessage: "Sorry" });

describe("a reply", () => {
  test.each([
    [
      { status: 400, body: fault("400.002.02") },
      { kind: "refused", code: "400.002.02", text: "Sorry" },
    ],
    [{ status: 429 }, { kind: "refused", code: "429", text: "" }],
    [
      { status: 500, body: fault("500.001.1001") },
      { kind: "refused", code: "500.001.1001", text: "Sorry" },
    ],
    [
      { status: 500, body: fault("500.003.02") },
      { kind: "refused", code: "500.003.02", text: "Sorry" },
    ],
    [
      { status: 503, body: fault("500.003.03") },
      { kind: "refused", code: "500.003.03", text: "Sorry" },
    ],
    [
      { status: 500, body: fault("500.002.1001") },
      { kind: "unknown", code: "500.002.1001" },
    ],
    [{ status: 502 }, { kind: "unknown" }],
    [
      { status: 200, body: { ResponseCode: "1" } },
      { kind: "unknown", code: "1" },
    ],
    [
      { status: 302, body: { ResponseCode: "0" } },
      { kind: "unknown", code: "0" },
    ],
    ["lost", { kind: "unknown" }],
    ["unreadable", { kind: "unknown" }],
  ] as const)("%j is %j", async (conduct, meant) => {
    box.next("stkpush/", conduct);
    expect(await ask()).toEqual(meant);
  });

  test("none within half a minute is unknown", async () => {
    await daraja.checkToken();
    box.next("stkpush/", { afterMs: 60_000 });
    const hasArrived = () => box.requests.some(({ path }) => path.includes("stkpush"));
    const outcome = await untilItGivesUp({ send: ask, hasArrived, waitsMs: 30_000 });
    expect(outcome).toEqual({ kind: "unknown" });
  });

  test("none, because nobody listens, is the refusal unreachable", async () => {
    const gone = await startDarajaBox();
    daraja = open({ MPESA_URL: gone.url });
    await gone.close();
    expect(await ask()).toMatchObject({ kind: "refused", code: "unreachable" });
  });
});
