import { describe, expect, it } from "vitest";
import { openSecretBox } from "./secrets.ts";

const secret = Buffer.from("twenty bytes of seed");
const box = openSecretBox("a pepper that is long enough for it");

describe("a secret stored in the database", () => {
  it("is not to be read there, and differs each time", () => {
    const one = box.seal(secret, "member 1");
    const other = box.seal(secret, "member 1");
    expect(one.isSealed).toBe(true);
    expect(one.bytes.includes(secret)).toBe(false);
    expect(one.bytes.equals(other.bytes)).toBe(false);
    expect(box.open(one, "member 1").equals(secret)).toBe(true);
  });

  it("opens neither with another key, nor for somebody else, nor altered", () => {
    const stored = box.seal(secret, "member 1");
    const altered = { ...stored, bytes: Buffer.from(stored.bytes) };
    altered.bytes[30] = (altered.bytes[30] ?? 0) ^ 1;
    expect(() =>
      openSecretBox("another pepper, as long as it was").open(stored, "member 1"),
    ).toThrow("unable to authenticate");
    expect(() => box.open(stored, "member 2")).toThrow("unable to authenticate");
    expect(() => box.open(altered, "member 1")).toThrow("unable to authenticate");
    expect(() => openSecretBox(null).open(stored, "member 1")).toThrow("PASSWORD_PEPPER");
  });

  it("is stored as it is where there is no pepper", () => {
    const stored = openSecretBox(null).seal(secret, "member 1");
    expect(stored).toEqual({ bytes: secret, isSealed: false });
    expect(box.open(stored, "member 1").equals(secret)).toBe(true);
  });
});
