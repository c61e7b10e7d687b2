import { describe, expect, test } from "vitest";
import { readDarajaSettings } from "./daraja-settings.ts";

const online = { publicUrl: "https://akiba.example", rateLimit: true };
const live = {
  MPESA_KEY: "key-of-the-app",
  MPESA_SECRET: "secret-of-the-app",
  MPESA_SHORTCODE: "600610",
  MPESA_CALLBACK_SECRET: "0123456789abcdef0123456789abcdef",
};
const checks = { MPESA_INITIATOR: "akiba", MPESA_CREDENTIAL: "A".repeat(40) };

function refusalOf(env: Record<string, string>): string {
  try {
    readDarajaSettings(env, online);
    return "";
  } catch (error) {
    return String(error);
  }
}

function callersOf(from: string) {
  return readDarajaSettings({ ...live, MPESA_CALLBACK_FROM: from }, online)?.isCaller;
}

test("without settings M-PESA is off", () => {
  expect(readDarajaSettings({ MPESA_KEY: "" }, online)).toBeNull();
});

test("four settings let payments arrive, and others add what they are for", () => {
  expect(readDarajaSettings(live, online)?.features).toEqual({
    live: true,
    asks: false,
    checks: false,
    payouts: false,
    pull: false,
  });
  const all = {
    ...live,
    ...checks,
    MPESA_PASSKEY: "passkey",
    MPESA_PAYOUT_SHORTCODE: "600999",
    MPESA_PULL: "on",
  };
  expect(readDarajaSettings(all, online)).toMatchObject({
    url: "https://api.safaricom.co.ke",
    registerVersion: "v2",
    callbackBase: "https://akiba.example/api/daraja",
    features: { live: true, asks: true, checks: true, payouts: true, pull: true },
  });
});

describe("refused at start, in a sentence that repeats no secret", () => {
  test.each([
    [{ MPESA_KEY: "key-of-the-app" }, "MPESA_KEY is set and MPESA_SECRET is not"],
    [{ MPESA_PASSKEY: "passkey" }, "MPESA_PASSKEY is set and MPESA_KEY is not"],
    [{ ...live, MPESA_INITIATOR: "akiba" }, "MPESA_INITIATOR is set and MPESA_CREDENTIAL is not"],
    [{ ...live, MPESA_PAYOUT_SHORTCODE: "600999" }, "MPESA_INITIATOR is not"],
    [{ ...live, MPESA_TILL: "512345" }, "MPESA_PASSKEY is not"],
    [{ ...live, MPESA_SHORTCODE: "6006" }, "MPESA_SHORTCODE must be 5 to 7 digits."],
    [{ ...live, MPESA_SECRET: "word1 word2" }, "MPESA_SECRET must be"],
    [{ ...live, MPESA_CALLBACK_SECRET: "0123" }, "MPESA_CALLBACK_SECRET must be"],
    [
      { ...live, MPESA_CALLBACK_SECRET: Array(3).fill(live.MPESA_CALLBACK_SECRET).join() },
      "MPESA_CALLBACK_SECRET must be",
    ],
    [{ ...live, MPESA_PULL: "yes" }, "MPESA_PULL must be on or off."],
    [{ ...live, MPESA_URL: "http://api.example" }, "MPESA_URL must start with https://"],
    [{ ...live, MPESA_REGISTER_VERSION: "2" }, "MPESA_REGISTER_VERSION must be v1 or v2."],
    [{ ...live, MPESA_CALLBACK_FROM: "safaricom" }, "MPESA_CALLBACK_FROM must be"],
    [{ ...live, MPESA_CALLBACK_FROM: "10.0.0.0/40" }, "MPESA_CALLBACK_FROM must be"],
  ])("%j", (env, sentence) => {
    const refusal = refusalOf(env);
    expect(refusal).toContain(sentence);
    expect(refusal).not.toMatch(/of-the-app|word1|0123/);
  });

  test("without https, except on this machine without rate limits", () => {
    const here = { publicUrl: "http://localhost:3000", rateLimit: true };
    expect(() => readDarajaSettings(live, here)).toThrow("PUBLIC_URL must start with https://");
    expect(readDarajaSettings(live, { ...here, rateLimit: false })).not.toBeNull();
    const elsewhere = { publicUrl: "http://akiba.example", rateLimit: false };
    expect(() => readDarajaSettings(live, elsewhere)).toThrow("PUBLIC_URL");
  });
});

test("callbacks come from the listed addresses alone, however these are written", () => {
  const isCaller = callersOf("196.201.214.0/24, 2c0f:fe38::1");
  expect(isCaller?.("196.201.214.200")).toBe(true);
  expect(isCaller?.("::ffff:196.201.214.200")).toBe(true);
  expect(isCaller?.("2c0f:fe38::1")).toBe(true);
  expect(isCaller?.("196.201.215.1")).toBe(false);
  expect(callersOf("")?.("10.0.0.1")).toBe(true);
});
