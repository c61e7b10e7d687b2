// The network that an address belongs to, by which limits count (SAFE-7): a household or phone has one IPv4 address, and
// a whole /64 of IPv6.
import { isIPv4, isIPv6 } from "node:net";

/** An IPv4 address, also of one written as IPv6 (`::ffff:a.b.c.d`); any other text as it is. */
export function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xffff) return address;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

/** An IPv4 address, or the /64 of an IPv6 address, such as `2c0f:fe38:1:9`; any other text as it is. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!isIPv6(plain)) return plain;
  return groupsOf(plain)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":");
}

/** The eight numbers of a valid IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = address.split("%")[0]!.split("::");
  const before = numbersOf(head);
  const after = numbersOf(tail ?? "");
  const left = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: left }, () => 0), ...after];
}

function numbersOf(part: string): number[] {
  if (part === "") return [];
  return part.split(":").flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
