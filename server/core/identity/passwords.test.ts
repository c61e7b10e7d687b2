import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isCommonPassword } from "#server/platform/common-passwords.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { validatePassword } from "./passwords.ts";

const person = {
  username: "wanjiku",
  firstName: "Wanjiku",
  lastName: "Kamau",
  email: "shiku@example.com",
  phone: "+254712345678",
  regNumber: "UMOJA-0042",
};
let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

describe("a new password", () => {
  it.each([
    "password",
    "PASSWORD1",
    "akiba2026",
    "Akiba Group 26",
    "chama-2026",
    "mpesa12345",
    "Treasurer1",
    "secgen2026",
    "wanjiku123",
    "shiku-2026",
    "0712345678",
    "UMOJA-0042",
    "1234567",
    "x".repeat(129),
  ])("may not be %s", async (password) => {
    expect(await validatePassword(group.db, password, person)).not.toEqual([]);
  });

  it.each(["bahari ya hindi 88", "akiba ni ya wote 5", "correct horse battery", " leading space"])(
    "may be %s",
    async (password) => {
      expect(await validatePassword(group.db, password, person)).toEqual([]);
    },
  );

  it("is held against the ten thousand most common ones", async () => {
    const file = new URL("../../platform/common-passwords.txt", import.meta.url);
    const text = await readFile(file, "utf8");
    const common = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(common.length).toBeGreaterThanOrEqual(10_000);
    expect(common.every(isCommonPassword)).toBe(true);
  });
});
