import { hash } from "@node-rs/argon2";
import { describe, expect, it } from "vitest";
import { openPasswords } from "./password-hash.ts";

const PASSWORD = "mti wa matunda 27";
const plain = openPasswords(null);
const peppered = openPasswords("a pepper of one group, 32 letters");
const ofAnother = openPasswords("a pepper of another, 32 letters at least");

describe("a password's hash", () => {
  it("is Argon2id with the parameters of OWASP, another one each time", async () => {
    const made = await plain.hash(PASSWORD);
    expect(made).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await plain.hash(PASSWORD)).not.toBe(made);
    expect(await plain.match(made, PASSWORD)).not.toBe("no");
    expect(await plain.match(made, `${PASSWORD} `)).toBe("no");
    expect(await plain.match(null, PASSWORD)).toBe("no");
  });

  it("cannot be checked without the pepper it was made with", async () => {
    const made = await peppered.hash(PASSWORD);
    expect(await peppered.match(made, PASSWORD)).toBe("yes");
    for (const wrong of [ofAnother, plain]) expect(await wrong.match(made, PASSWORD)).toBe("no");
  });

  it("from before there was a pepper stays good, and is made again", async () => {
    const made = await plain.hash(PASSWORD);
    expect(plain.isOld(made)).toBe(false);
    expect(await peppered.match(made, PASSWORD)).toBe("yes");
    expect(peppered.isOld(made)).toBe(true);
    expect(peppered.isOld(await peppered.hash(PASSWORD))).toBe(false);
  });

  it("matches each form of the letters, and the form that it was made of", async () => {
    const [composed, decomposed, wide] = [
      "caf\u00e9 yetu 27",
      "cafe\u0301 yetu 27",
      "\uff43af\u00e9 yetu 27",
    ];
    for (const typed of [composed, decomposed, wide]) {
      const made = await plain.hash(typed);
      for (const again of [composed, decomposed, wide])
        expect(await plain.match(made, again)).toBe("yes");
      expect(await plain.match(made, "cafe yetu 27")).toBe("no");
    }
    // As the server made hashes before passwords had one form.
    const old = await hash(decomposed, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
    expect(await plain.match(old, decomposed)).toBe("as-typed");
    expect(await plain.match(old, decomposed)).not.toBe("no");
    expect(await plain.match(old, composed)).toBe("no");
    expect(await plain.match(null, decomposed)).toBe("no");
  });

  it("with weaker parameters is made again", () => {
    const weak = "$argon2id$v=19$m=4096,t=2,p=1$Krqsgr+h0ZTTsGKlQpjSrA$LCRX6HFeZIwcrGTxOlz3JL7q";
    expect(plain.isOld(weak)).toBe(true);
  });

  it("waits in a queue of 40 while four are reckoned; the next one is refused", async () => {
    const requested = Array.from({ length: 50 }, () => plain.hash(PASSWORD));
    const outcomes = await Promise.allSettled(requested);
    expect(outcomes.filter((each) => each.status === "fulfilled")).toHaveLength(44);
    const [refused] = outcomes.filter((each) => each.status === "rejected");
    expect(refused?.reason).toMatchObject({ code: "server-busy", kind: "unavailable" });
    expect(await plain.hash(PASSWORD)).toBeTypeOf("string");
  });

  it("takes as long for an unknown person as for a member", async () => {
    const stored = await plain.hash(PASSWORD);
    for (const hash of [stored, null]) {
      const others = Array.from({ length: 44 }, () => plain.hash(PASSWORD));
      await expect(plain.match(hash, PASSWORD)).rejects.toMatchObject({ code: "server-busy" });
      await Promise.all(others);
    }
  });
});
