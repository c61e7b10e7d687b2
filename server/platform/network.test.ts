import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkOf, plainAddress } from "./network.ts";

const group = fc.integer({ min: 0, max: 0xffff });
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const hex = (numbers: readonly number[]) => numbers.map((each) => each.toString(16)).join(":");

describe("a network", () => {
  test.each([
    ["197.248.1.2", "197.248.1.2"],
    ["2c0f:fe38:1:9::1", "2c0f:fe38:1:9"],
    ["2C0F:FE38:0001:0009:ffff:0:0:1", "2c0f:fe38:1:9"],
    ["2c0f::1", "2c0f:0:0:0"],
    ["::1", "0:0:0:0"],
    ["fe80::1%eth0", "fe80:0:0:0"],
    ["::ffff:197.248.1.2", "197.248.1.2"],
    ["::FFFF:c5f8:0102", "197.248.1.2"],
    ["0:0:0:0:0:ffff:197.248.1.2", "197.248.1.2"],
    ["64:ff9b::197.248.1.2", "64:ff9b:0:0"],
    ["unknown", "unknown"],
    ["", ""],
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("is that of every address of a /64, in every spelling", () => {
    fc.assert(
      fc.property(groups, fc.array(group, { minLength: 4, maxLength: 4 }), (all, others) => {
        fc.pre(!all.slice(0, 4).every((each) => each === 0));
        const neighbour = [...all.slice(0, 4), ...others];
        const padded = neighbour.map((each) => each.toString(16).padStart(4, "0").toUpperCase());
        const shortened = hex(neighbour).replace(/(?:^|:)0(?::0)*(?::|$)/, "::");
        const network = networkOf(hex(all));
        expect(network).toBe(hex(all.slice(0, 4)));
        for (const address of [hex(neighbour), padded.join(":"), shortened])
          expect(networkOf(address)).toBe(network);
      }),
    );
  });

  test("of IPv4 is one address, written as IPv6 too", () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
        const asHex = `::ffff:${hex([a * 256 + b, c * 256 + d])}`;
        for (const written of [address, `::ffff:${address}`, asHex]) {
          expect(networkOf(written)).toBe(address);
          expect(plainAddress(written)).toBe(address);
        }
      }),
    );
  });
});
