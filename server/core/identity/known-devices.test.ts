import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

const PHONE =
  "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36";
const signIn = (member: TestMember, headers: Record<string, string> = {}) =>
  group.api("POST", "/api/user/login", {
    body: { email: member.email, password: member.password },
    headers,
  });
const login = (from: TestGroup, email: string, password: string, headers: Record<string, string>) =>
  from.api("POST", "/api/user/login", { body: { email, password }, headers });
const news = async (member: TestMember) =>
  (await group.mailbox(member.email)).filter((mail) => mail.subject.startsWith("New sign-in"));

describe("a sign-in from a new device", () => {
  it("is mailed once, with when, what, and how to undo it; the first one ever is not", async () => {
    const member = await group.pendingMember();
    await signIn(member);
    expect(await news(member)).toEqual([]);
    const phone = { Cookie: "browser=simu-ya-kwanza", "User-Agent": PHONE };
    expect((await signIn(member, phone)).status).toBe(200);
    await signIn(member, phone);
    const mails = await news(member);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain("16 Mar 2026 at 09:00");
    expect(mails[0]?.body).toContain("Chrome, Android");
    expect(mails[0]?.body).toContain("http://localhost:3000/dashboard/profile");
    expect(mails[0]?.body).toContain("Forgot your password?");
  });

  it("is recognised by the browser's cookie, and for a script by its name and network", async () => {
    const member = await group.pendingMember();
    await signIn(member, { Cookie: "browser=moja", "User-Agent": PHONE });
    await signIn(member, { Cookie: "browser=moja", "User-Agent": `${PHONE} newer` });
    expect(await news(member)).toHaveLength(1);
    await signIn(member, { Cookie: "browser=mbili", "User-Agent": PHONE });
    expect(await news(member)).toHaveLength(2);
    await signIn(member, { "User-Agent": "script 1" });
    await signIn(member, { "User-Agent": "script 1" });
    expect(await news(member)).toHaveLength(3);
  });

  it("leaves nothing of the cookie itself in the database", async () => {
    const member = await group.pendingMember();
    await signIn(member, { Cookie: "browser=simu-ya-siri" });
    const rows = await group.db
      .selectFrom("known_devices")
      .selectAll()
      .where("member_id", "=", member.id)
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.device_hash.toString("latin1")).join()).not.toContain("siri");
  });

  it("is not mailed when it is refused", async () => {
    const member = await group.pendingMember();
    const wrong = { ...member, password: "wrong password 1" };
    expect((await signIn(wrong, { Cookie: "browser=mwizi" })).status).toBe(401);
    expect(await news(member)).toEqual([]);
  });
});

describe("wrong passwords of a stranger", () => {
  it("shut neither sign-in nor password change on a device that was used before", async () => {
    const throttled = await startGroup({ rateLimit: true });
    const official = await throttled.official("Treasurer");
    const { email, password } = official;
    const laptop = { Cookie: "browser=laptop-of-the-treasurer" };
    expect((await login(throttled, email, password, laptop)).status).toBe(200);
    const guess = () => login(throttled, email, "a wrong guess 1", { Cookie: "browser=stranger" });
    const guesses = [];
    for (let count = 0; count < 8; count++) guesses.push((await guess()).status);
    expect(guesses.at(-1)).toBe(429);
    expect((await login(throttled, email, password, { Cookie: "browser=new" })).status).toBe(429);
    const back = await login(throttled, email, password, laptop);
    expect(back.status).toBe(200);
    const changed = await throttled.api("POST", "/api/user/change-password/", {
      token: back.body.access,
      headers: laptop,
      body: {
        current_password: password,
        new_password: "bahari ya hindi 88",
        confirm_new_password: "bahari ya hindi 88",
      },
    });
    expect(changed.status).toBe(200);
    await throttled.close();
  });

  it("are counted on a known device too", async () => {
    const throttled = await startGroup({ rateLimit: true });
    const { email, password } = await throttled.official("Treasurer");
    const laptop = { Cookie: "browser=laptop" };
    await login(throttled, email, password, laptop);
    const guesses = [];
    for (let count = 0; count < 8; count++)
      guesses.push((await login(throttled, email, "a wrong guess 1", laptop)).status);
    expect(guesses.at(-1)).toBe(429);
    await throttled.close();
  });
});
