import { afterEach, describe, expect, it } from "vitest";
import { hashPassword, needsRehash, setPepper, verifyPassword } from "./password-hash.ts";

const PASSWORD = "mti wa matunda 27";
const one = Buffer.alloc(32, 1);
const other = Buffer.alloc(32, 2);

afterEach(() => setPepper(null));

describe("a password's hash", () => {
  it("is Argon2id with the parameters of OWASP, another one each time", async () => {
    const made = await hashPassword(PASSWORD);
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword(PASSWORD)).not.toBe(made);
    expect(await verifyPassword(made, PASSWORD)).toBe(true);
    expect(await verifyPassword(made, `${PASSWORD} `)).toBe(false);
    expect(await verifyPassword(null, PASSWORD)).toBe(false);
  });

  it("cannot be checked without the pepper it was made with", async () => {
    setPepper(one);
    const made = await hashPassword(PASSWORD);
    expect(await verifyPassword(made, PASSWORD)).toBe(true);
    for (const wrong of [other, null]) {
      setPepper(wrong);
      expect(await verifyPassword(made, PASSWORD)).toBe(false);
    }
  });

  it("from before there was a pepper stays good, and is made again", async () => {
    const plain = await hashPassword(PASSWORD);
    expect(needsRehash(plain)).toBe(false);
    setPepper(one);
    expect(await verifyPassword(plain, PASSWORD)).toBe(true);
    expect(needsRehash(plain)).toBe(true);
    expect(needsRehash(await hashPassword(PASSWORD))).toBe(false);
  });

  it("with weaker parameters is made again", () => {
    const weak = "$argon2id$v=19$m=4096,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7q";
    expect(needsRehash(weak)).toBe(true);
  });

  it("waits in a queue of 40 while four are reckoned; the next one is refused", async () => {
    const requested = Array.from({ length: 50 }, () => hashPassword(PASSWORD));
    const outcomes = await Promise.allSettled(requested);
    expect(outcomes.filter((each) => each.status === "fulfilled")).toHaveLength(44);
    const [refused] = outcomes.filter((each) => each.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "server-busy", kind: "unavailable" });
    expect(await hashPassword(PASSWORD)).toBeTypeOf("string");
  });

  it("takes as long for an unknown person as for a member", async () => {
    const stored = await hashPassword(PASSWORD);
    for (const hash of [stored, null]) {
      const others = Array.from({ length: 44 }, () => hashPassword(PASSWORD));
      await expect(verifyPassword(hash, PASSWORD)).rejects.toMatchObject({ code: "server-busy" });
      await Promise.all(others);
    }
  });
});
