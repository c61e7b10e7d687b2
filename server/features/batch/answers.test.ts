import pino from "pino";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test, vi } from "vitest";
import { logOptions } from "#server/platform/logger.ts";
import {
  startGroup,
  type RequestParams,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const lines: string[] = [];
let group: TestGroup;
let treasurer: TestMember;
let member: TestMember;
let pending: TestMember;

beforeAll(async () => {
  const log = pino(logOptions({ logLevel: "info" }), { write: (line) => void lines.push(line) });
  group = await startGroup({ log });
  const chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  member = await group.activeMember(chairperson);
  pending = await group.pendingMember();
  await group.api("POST", "/api/finances/monthly-contribution/", {
    token: member.token,
    body: {
      amount_paid: 1500.5,
      contribution_month: "2026-03-01",
      payment_date: "2026-03-16",
      payment_Reference_Code: "QWE1234567",
    },
  });
});
afterAll(() => group.close());

const firstView = [
  "/api/user/get_user_data",
  "/api/user/get_active_user_count",
  "/api/finances/monthly-contribution/",
  "/api/finances/get-loan-payments/",
  "/api/waiting/",
  "/api/accounting/get_profit&loss/?start_date=2026-3-16&end_date=2026-3-16",
  "/api/accounting/get_balance_sheet/?date=2026-03-16",
  "/api/accounting/get_user_fines/",
  "/api/group/",
  "/api/group/settings/",
  "/api/finances/monthly-contribution-approval/",
  "/api/finances/savings_history/",
  "/api/accounting/accounts/bank/postings/?page=1",
];

const addressOf = (questions: readonly string[]) =>
  `/api/answers/?${questions.map((each) => `ask=${encodeURIComponent(each)}`).join("&")}`;

const batched = (questions: readonly string[], params: RequestParams = {}) =>
  group.api("GET", addressOf(questions), params);

describe("questions asked together", () => {
  it("have the answers that each has alone, in the order asked", async () => {
    for (const { token } of [treasurer, member]) {
      const alone: Json[] = [];
      for (const each of firstView) {
        const { status, body } = await group.api("GET", each, { token });
        alone.push({ status, answer: body });
      }
      const { status, body, headers } = await batched(firstView, { token });
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(JSON.stringify(body.answers)).toBe(JSON.stringify(alone));
    }
  });

  it("are refused each for itself, and the others are answered", async () => {
    const questions = [
      "/api/user/get_user_data",
      "/api/accounting/get_balance_sheet/",
      "/api/finances/monthly-contribution/?start_date=2026-13-01",
      "/api/user/get_users",
      "/api/group/",
    ];
    const { body } = await batched(questions, { token: pending.token });
    const statuses = body.answers.map((each: Json) => each.status);
    expect(statuses).toEqual([200, 403, 400, 403, 200]);
    expect(body.answers[0].answer.id).toBe(pending.id);
    for (const at of [1, 2, 3]) {
      const alone = await group.api("GET", questions[at] ?? "", { token: pending.token });
      expect(body.answers[at].answer).toEqual(alone.body);
    }
  });

  it("are answered in the language that is asked for", async () => {
    const params = { token: pending.token, headers: { "Accept-Language": "sw" } };
    const { body, headers } = await batched(["/api/accounting/get_balance_sheet/"], params);
    const alone = await group.api("GET", "/api/accounting/get_balance_sheet/", params);
    expect(body.answers).toEqual([{ status: 403, answer: alone.body }]);
    expect(headers.get("content-language")).toBe("sw");
  });

  it("leave the line in the log that each refusal leaves alone, with its address", async () => {
    lines.length = 0;
    await batched(["/api/group/", "/api/user/get_users"], { token: pending.token });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        msg: "refused",
        code: "forbidden",
        memberId: pending.id,
        route: "/api/user/get_users",
        address: "127.0.0.1",
      }),
    ]);
  });

  it("need a session", async () => {
    const dead = { token: "x".repeat(43) };
    for (const params of [{}, dead])
      expect((await batched(["/api/group/"], params)).status).toBe(401);
  });

  it.each([
    ["none", []],
    ["more than sixteen", Array.from({ length: 17 }, () => "/api/group/")],
    ["an endless one", [`/api/group/?x=${"x".repeat(300)}`]],
    ["a change", ["/api/user/logout/"]],
    ["a file", ["/api/accounting/get_balance_sheet/pdf/"]],
    ["an export", ["/api/accounting/export/?format=csv"]],
    ["itself", ["/api/answers/?ask=/api/group/"]],
    ["itself in disguise", ["/api/%61nswers/?ask=/api/group/"]],
    ["a document", ["/api/openapi.json"]],
    ["a page", ["/dashboard"]],
    ["a photo", ["/media/photos/1.webp"]],
    ["another host", ["//example.com/api/group/"]],
    ["another origin", ["https://example.com/api/group/"]],
    ["a way around", ["/api/group/../user/get_users"]],
    ["no address", ["group"]],
  ])("cannot be %s", async (_name, questions) => {
    const { status, body } = await batched(
      ["/api/group/", ...questions].slice(questions.length === 0 ? 1 : 0),
      {
        token: member.token,
      },
    );
    expect(status).toBe(400);
    expect(body.errors).toEqual({ ask: [expect.any(String)] });
  });

  it("may be one, given without a list, and name what an id stands for", async () => {
    const { body } = await batched(["/api/group"], { token: member.token });
    expect(body.answers).toMatchObject([{ status: 200, answer: { currency: "KES" } }]);
  });
});

test("each spends of its asker's budget, and what is over is refused for itself", async () => {
  // The minute must not end meanwhile, or a new budget would begin in the middle of a request.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const limited = await startGroup({ rateLimit: true });
  const { token } = await limited.pendingMember();
  // Eight at a time with the batch itself, so that the 300 of a minute end in the middle of one.
  const questions = Array.from({ length: 7 }, () => "/api/group/settings/");
  const ask = () => limited.api("GET", addressOf(questions), { token });
  let last: Json[] = [];
  while (!last.some(({ status }) => status === 429)) last = (await ask()).body.answers;
  expect(last[0]).toMatchObject({ status: 403 });
  expect(last.at(-1)).toEqual({
    status: 429,
    answer: { detail: expect.any(String) },
    retry_after: expect.any(Number),
  });
  await limited.close();
});
