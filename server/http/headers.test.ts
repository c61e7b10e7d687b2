import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

let overHttp: TestGroup;
let overTls: TestGroup;

beforeAll(async () => {
  overHttp = await startGroup();
  overTls = await startGroup({ publicUrl: "https://akiba.example" });
});
afterAll(async () => {
  await overHttp.close();
  await overTls.close();
});

const requested = ["/api/group/", "/api/nothing/here", "/api/user/get_user_data", "/nothing"];

describe("the headers of every answer", () => {
  it.each(requested)("of %s keep scripts, frames and other sites away", async (path) => {
    const { headers } = await overHttp.api("GET", path);
    const policy = headers.get("content-security-policy")?.split(";") ?? [];
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy.join()).not.toContain("unsafe");
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "no-referrer",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("camera=(), "),
    });
    expect(headers.get("server")).toBeNull();
    expect(headers.get("x-powered-by")).toBeNull();
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it("ask for https for two years where the group has it, and only there", async () => {
    const secure = (await overTls.api("GET", "/api/group/")).headers;
    expect(secure.get("strict-transport-security")).toBe("max-age=63072000; includeSubDomains");
    expect(secure.get("content-security-policy")).toContain("upgrade-insecure-requests");
    const plain = (await overHttp.api("GET", "/api/group/")).headers;
    expect(plain.get("strict-transport-security")).toBeNull();
    expect(plain.get("content-security-policy")).not.toContain("upgrade-insecure-requests");
  });

  it("let nothing of the API be cached", async () => {
    for (const path of requested.filter((each) => each.startsWith("/api/")))
      expect((await overHttp.api("GET", path)).headers.get("cache-control")).toBe("no-store");
  });

  it("clear the browser's cache on signing out, and leave the language and the worker", async () => {
    const { token } = await overHttp.pendingMember();
    const first = await overHttp.api("POST", "/api/user/logout/", { token });
    expect([first.status, first.headers.get("clear-site-data")]).toEqual([200, '"cache"']);
    const again = await overHttp.api("POST", "/api/user/logout/", { token });
    expect([again.status, again.headers.get("clear-site-data")]).toEqual([401, null]);
  });
});
