import { sha256 as sha256Of } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { commitmentOf, drawLines, drawOrder } from "./draw.ts";

const sha256 = (text: string) => bytesToHex(sha256Of(utf8ToBytes(text)));

const group = fc.uniqueArray(
  fc.record({
    memberId: fc.integer({ min: 1, max: 9999 }),
    word: fc.string({ minLength: 1, maxLength: 40 }),
  }),
  { selector: ({ memberId }) => memberId, minLength: 3, maxLength: 40 },
);

it("is the order that the published rule gives", () => {
  const seed = "00".repeat(32);
  const words = [
    { memberId: 12, word: "chai" },
    { memberId: 3, word: "mandazi" },
    { memberId: 7, word: "ugali" },
  ];
  expect(drawLines(words)).toBe("3:mandazi\n7:ugali\n12:chai");
  const hashOf = (id: number) => sha256(`${seed}\n3:mandazi\n7:ugali\n12:chai\n${id}`);
  const hashes = drawOrder(seed, words, sha256).map(hashOf);
  expect(hashes).toHaveLength(3);
  expect(hashes.every((hash, index) => index === 0 || (hashes[index - 1] ?? "") < hash)).toBe(true);
  expect(commitmentOf(seed, sha256)).toBe(sha256(seed));
});

test("everybody has one turn, whatever the order in which they joined", () => {
  fc.assert(
    fc.property(group, fc.string(), (words, seed) => {
      const order = drawOrder(seed, words, sha256);
      expect(new Set(order)).toEqual(new Set(words.map(({ memberId }) => memberId)));
      expect(order).toHaveLength(words.length);
      expect(drawOrder(seed, words.toReversed(), sha256)).toEqual(order);
    }),
  );
});

test("one member's word moves the whole order, so that none can choose a turn", () => {
  const words = Array.from({ length: 20 }, (_, index) => ({ memberId: index + 1, word: "a" }));
  const orders = Array.from({ length: 50 }, (_, index) =>
    drawOrder("seed", [{ memberId: 1, word: `w${index}` }, ...words.slice(1)], sha256).join(),
  );
  expect(new Set(orders).size).toBe(50);
});
