import { expect, test } from "vitest";
import { isPublicAddress, lookUpPublic } from "./public-address.ts";

test.each([
  ["8.8.8.8", true],
  ["196.201.214.200", true],
  ["2a00:1450:4001:82f::200a", true],
  ["2606:4700::6810:84e5", true],
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["127.0.0.1", false],
  ["127.255.255.254", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["192.168.1.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:8.8.8.8", false],
  ["64:ff9b::7f00:1", false],
  ["fc00::1", false],
  ["fd12::1", false],
  ["fe80::1", false],
  ["ff02::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["example.com", false],
  ["", false],
])("%s is public: %s", (address, is) => {
  expect(isPublicAddress(address)).toBe(is);
});

test("a name of this machine is looked up and refused", async () => {
  const text = await new Promise((resolve) => {
    lookUpPublic("localhost", {}, (error) => resolve(error?.message));
  });
  expect(text).toMatch(/not public/);
});
