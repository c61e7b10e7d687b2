import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex as toHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import {
  consistencyRanges,
  foldSlots,
  growTree,
  hashLeaf,
  inclusionRanges,
  isConsistent,
  isSame,
  join,
  slotsOf,
  rootByInclusion,
  type Range,
  type TreeNode,
} from "./merkle-tree.ts";

// The inputs and roots of the tests of Certificate Transparency's own implementation.
const inputs = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map(hexToBytes);
const knownRoots = [
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const SIZE = 64;
const leaves = Array.from({ length: SIZE }, (_, index) => hashLeaf(hash, Uint8Array.of(index)));

/** RFC 6962, 2.1, word for word. */
function rootOf(of: readonly Uint8Array[]): Uint8Array {
  if (of.length === 1) return of[0]!;
  let middle = 1;
  while (middle * 2 < of.length) middle *= 2;
  return hash(join([Uint8Array.of(1), rootOf(of.slice(0, middle)), rootOf(of.slice(middle))]));
}

const nodes = new Map(
  growTree(hash, { size: 0, edge: [], leaves }).map((node) => [keyOf(node), node.hash]),
);
function keyOf({ level, position }: Pick<TreeNode, "level" | "position">): string {
  return `${level}.${position}`;
}
const hashOf = (range: Range) =>
  foldSlots(
    hash,
    slotsOf(range).map((slot) => nodes.get(keyOf(slot))!),
  );
const rootAt = (size: number) => hashOf({ start: 0, end: size });
const sizes = Array.from({ length: SIZE }, (_, index) => index + 1);

describe("the tree", () => {
  test("has the roots that Certificate Transparency publishes", () => {
    const params = inputs.map((input) => hashLeaf(hash, input));
    expect(inputs.map((_, index) => toHex(rootOf(params.slice(0, index + 1))))).toEqual(knownRoots);
  });

  test("has at every size the root of the naive computation", () => {
    for (const size of sizes)
      expect(toHex(rootAt(size))).toBe(toHex(rootOf(leaves.slice(0, size))));
  });

  test("comes out the same in whatever steps it grew", () => {
    for (const first of sizes) {
      const begun = growTree(hash, { size: 0, edge: [], leaves: leaves.slice(0, first) });
      const known = new Map(begun.map((node) => [keyOf(node), node.hash]));
      const edge = slotsOf({ start: 0, end: first }).map((slot) => known.get(keyOf(slot))!);
      const rest = growTree(hash, { size: first, edge, leaves: leaves.slice(first) });
      expect([...begun, ...rest].map((node) => [keyOf(node), toHex(node.hash)])).toEqual(
        [...nodes].map(([key, value]) => [key, toHex(value)]),
      );
    }
  });

  test("does not grow on an edge that is not its own", () => {
    expect(() => growTree(hash, { size: 3, edge: [leaves[0]!], leaves })).toThrow("not whole");
  });
});

const inclusionOf = (position: number, size: number) => ({
  leaf: leaves[position]!,
  position,
  size,
  path: inclusionRanges(position, size).map(hashOf),
});

const leadsElsewhere = (proof: ReturnType<typeof inclusionOf>, size: number) => {
  const root = rootByInclusion(hash, proof);
  return root === null || !isSame(root, rootAt(size));
};

describe("inclusion", () => {
  test("is proven for every leaf of every size, by no more hashes than the tree is high", () => {
    for (const size of sizes)
      for (let position = 0; position < size; position++) {
        const proof = inclusionOf(position, size);
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)));
        expect(isSame(rootByInclusion(hash, proof)!, rootAt(size))).toBe(true);
      }
  });

  test("fails for another leaf, place or size, a changed, missing or added hash", () => {
    for (const size of sizes.filter((each) => each > 1))
      for (let position = 0; position < size; position++) {
        const proof = inclusionOf(position, size);
        const wrong = [
          { ...proof, leaf: hashLeaf(hash, Uint8Array.of(200)) },
          { ...proof, position: (position + 1) % size },
          { ...proof, position: -1 },
          { ...proof, position: size },
          { ...proof, position: position + 0.5 },
          { ...proof, path: proof.path.slice(1) },
          { ...proof, path: [...proof.path, leaves[0]!] },
          ...proof.path.map((_, at) => ({
            ...proof,
            path: proof.path.with(
              at,
              leaves[63]!.map((byte) => byte ^ 1),
            ),
          })),
        ];
        for (const each of wrong) expect(leadsElsewhere(each, size)).toBe(true);
      }
  });
});

const consistencyOf = (from: number, to: number) => ({
  from,
  to,
  fromRoot: rootAt(from),
  toRoot: rootAt(to),
  path: consistencyRanges(from, to).map(hashOf),
});

describe("consistency", () => {
  test("is proven between every two sizes", () => {
    for (const to of sizes)
      for (const from of sizes.filter((each) => each <= to)) {
        const proof = consistencyOf(from, to);
        expect(proof.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(to)) + 1);
        expect(isConsistent(hash, proof)).toBe(true);
      }
  });

  test("fails for another root or size, a changed, missing or added hash", () => {
    for (const to of sizes)
      for (const from of sizes.filter((each) => each <= to)) {
        const proof = consistencyOf(from, to);
        const other = rootAt(from).map((byte) => byte ^ 1);
        const wrong = [
          { ...proof, fromRoot: other },
          { ...proof, toRoot: other },
          { ...proof, from: to + 1 },
          { ...proof, from: 0 },
          { ...proof, path: [...proof.path, other] },
          ...proof.path.map((_, at) => ({ ...proof, path: proof.path.with(at, other) })),
          ...(proof.path.length === 0 ? [] : [{ ...proof, path: proof.path.slice(1) }]),
        ];
        for (const each of wrong) expect(isConsistent(hash, each)).toBe(false);
      }
  });

  test("fails where an early entry was altered and the tree made again", () => {
    const altered = leaves.with(2, leaves[3]!);
    for (const to of sizes.filter((each) => each > 5)) {
      const path = consistencyRanges(5, to).map((range) =>
        rootOf(altered.slice(range.start, range.end)),
      );
      const toRoot = rootOf(altered.slice(0, to));
      expect(isConsistent(hash, { from: 5, to, fromRoot: rootAt(5), toRoot, path })).toBe(false);
    }
  });
});
