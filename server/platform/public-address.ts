// Whether an address of the network is public, inside a private network, or this machine's own.
import { lookup as lookUp } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const ranges: readonly (readonly [string, number, "ipv4" | "ipv6"])[] = [
  ["0.0.0.0", 8, "ipv4"],
  ["10.0.0.0", 8, "ipv4"],
  ["100.64.0.0", 10, "ipv4"],
  ["127.0.0.0", 8, "ipv4"],
  ["169.254.0.0", 16, "ipv4"],
  ["172.16.0.0", 12, "ipv4"],
  ["192.0.0.0", 24, "ipv4"],
  ["192.0.2.0", 24, "ipv4"],
  ["192.88.99.0", 24, "ipv4"],
  ["192.168.0.0", 16, "ipv4"],
  ["198.18.0.0", 15, "ipv4"],
  ["198.51.100.0", 24, "ipv4"],
  ["203.0.113.0", 24, "ipv4"],
  ["224.0.0.0", 4, "ipv4"],
  ["240.0.0.0", 4, "ipv4"],
  // Only 2000::/3 is assigned; from it, exclude ranges that embed IPv4 addresses, and examples.
  ["::", 3, "ipv6"],
  ["4000::", 2, "ipv6"],
  ["8000::", 1, "ipv6"],
  ["2001::", 23, "ipv6"],
  ["2001:db8::", 32, "ipv6"],
  ["2002::", 16, "ipv6"],
];

// Two lists, because one would treat each IPv4 address as the IPv6 address that embeds it.
const closed = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix, family] of ranges) closed[family].addSubnet(network, prefix, family);

/** For an address, not a name. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 0) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  return !closed[family].check(address, family);
}

/** Resolves a name for a connection, and refuses it if any of its addresses is not public. */
export const lookUpPublic: LookupFunction = (hostname, options, give) => {
  lookUp(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return give(error, "", 0);
    const [first] = addresses;
    if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address)))
      return give(new Error("the name stands for an address that is not public"), "", 0);
    if (options.all === true) return give(null, addresses);
    return give(null, first.address, first.family);
  });
};

/** Whether a host is this machine: `localhost`, `127.0.0.1`, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
