import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { logOptions } from "#server/platform/logger.ts";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

const lines: string[] = [];
let group: TestGroup;
let member: TestMember;

beforeAll(async () => {
  const log = pino(logOptions({ logLevel: "info" }), { write: (line) => void lines.push(line) });
  group = await startGroup({ log });
  member = await group.pendingMember();
});
afterAll(() => group.close());

async function logOf(act: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  lines.length = 0;
  await act();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("the log", () => {
  it("names who was refused what, by id and pattern", async () => {
    const params = { token: member.token, body: { action: "approve" } };
    const log = await logOf(() => group.api("POST", "/api/user/admin_manage_user/1/", params));
    expect(log).toEqual([
      expect.objectContaining({
        msg: "refused",
        code: "forbidden",
        memberId: member.id,
        method: "POST",
        route: "/api/user/admin_manage_user/:id/",
        address: "127.0.0.1",
      }),
    ]);
  });

  it("tells of dead tokens, and of none for whoever brings none", async () => {
    const dead = "x".repeat(43);
    const log = await logOf(async () => {
      await group.api("GET", "/api/user/get_user_data", { token: dead });
      await group.api("POST", "/api/user/activate/", { body: { activation_token: dead } });
      await group.api("GET", "/api/user/get_user_data");
    });
    expect(log.map((line) => line["code"])).toEqual(["not-signed-in", "activation-failed"]);
    expect(JSON.stringify(log)).not.toContain(dead);
  });

  it("holds no password, token, phone or email of those who sign in", async () => {
    const log = await logOf(async () => {
      for (const email of [member.email, member.phone])
        for (const password of [member.password, "wrong password 1"])
          await group.api("POST", "/api/user/login", { body: { email, password } });
    });
    const text = JSON.stringify(log);
    expect(text).toContain("sign-in refused");
    for (const secret of [member.password, member.email, member.phone.slice(1), "wrong password 1"])
      expect(text).not.toContain(secret);
  });

  it("leaves out the tokens of mailed links, and control characters", () => {
    const written: string[] = [];
    const log = pino(logOptions({ logLevel: "info" }), {
      write: (line) => void written.push(line),
    });
    log.info(
      { url: "/user/forgot-password/secret-token/?a=1", token: "x", headers: 1 },
      "a\nb\u001b",
    );
    log.info({
      req: { headers: { authorization: "Bearer secret-token", cookie: "a=secret-token" } },
    });
    log.info({ body: { password: "secret-token", token: "secret-token" } });
    expect(written.join("")).not.toContain("secret-token");
    expect(written[0]).toContain(String.raw`a\nb\u001b`);
  });
});
