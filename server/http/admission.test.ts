import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
  member = await group.pendingMember();
});
afterAll(() => group.close());

async function change(headers: Record<string, string>): Promise<number> {
  const body = { first_name: "Wanjiku" };
  const answer = await group.api("POST", "/api/user/profile/", {
    token: member.token,
    body,
    headers,
  });
  return answer.status;
}

describe("a change by who carries the csrftoken cookie", () => {
  it.each([
    [{}, 200],
    [{ Cookie: "csrftoken=abc", "X-CSRFToken": "abc" }, 200],
    [{ Cookie: "csrftoken=abc" }, 403],
    [{ Cookie: "csrftoken=abc", "X-CSRFToken": "abd" }, 403],
    [{ Cookie: "csrftoken=abc", "X-CSRFToken": "" }, 403],
    [{ Cookie: "csrftoken=", "X-CSRFToken": "abc" }, 403],
  ])("with %o is answered %i", async (headers, status) => {
    expect(await change(headers)).toBe(status);
  });
});

describe("a change by a browser", () => {
  it.each([
    [
      "from our own page",
      { "Sec-Fetch-Site": "same-origin", Origin: "http://localhost:3000" },
      200,
    ],
    ["typed by a person", { "Sec-Fetch-Site": "none" }, 200],
    ["from another site", { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" }, 403],
    ["from a sibling site", { "Sec-Fetch-Site": "same-site", Origin: "https://a.example" }, 403],
    ["from a page without an origin", { "Sec-Fetch-Site": "cross-site", Origin: "null" }, 403],
    ["that hides its origin", { "Sec-Fetch-Site": "cross-site" }, 403],
    ["too old to say more than its origin, another one", { Origin: "https://evil.example" }, 403],
    ["too old, from the public address", { Origin: "http://localhost:3000" }, 200],
    ["too old, from nowhere", { Origin: "null" }, 403],
  ])("%s: %o is answered %i", async (_, headers, status) => {
    expect(await change(headers)).toBe(status);
  });

  it("too old, from the address it was sent to, is carried out", async () => {
    expect(await change({ Origin: group.url })).toBe(200);
  });

  it("from another site may not sign anybody in or out either", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.example" };
    const body = { email: member.email, password: member.password };
    for (const [path, token] of [
      ["/api/user/login", undefined],
      ["/api/user/logout/", member.token],
    ] as const) {
      const params = token === undefined ? { headers, body } : { headers, body, token };
      expect((await group.api("POST", path, params)).status).toBe(403);
    }
  });
});
