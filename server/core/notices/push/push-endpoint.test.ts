import { expect, test } from "vitest";
import { isPushEndpoint } from "./push-service.ts";

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["https://web.push.apple.com/abc", true],
  ["https://8.8.8.8/push", true],
  ["http://fcm.googleapis.com/fcm/send/abc", false],
  ["ftp://push.example.com/", false],
  ["https://user:secret@push.example.com/", false],
  ["https://10.0.0.1/push", false],
  ["https://192.168.1.1/push", false],
  ["https://169.254.169.254/latest/", false],
  ["https://[fd00::1]/push", false],
  ["https://[::ffff:10.0.0.1]/push", false],
  // Other notations of the same addresses.
  ["https://0xa000001/push", false],
  ["https://167772161/push", false],
  ["https://intranet/push", false],
  ["https://db.internal/push", false],
  ["https://printer.local/push", false],
  ["push.example.com", false],
  ["", false],
])("%s is taken: %s", (endpoint, is) => {
  expect(isPushEndpoint(endpoint, { admitsLoopback: false })).toBe(is);
  expect(isPushEndpoint(endpoint, { admitsLoopback: true })).toBe(is);
});

test.each([
  "https://localhost/push",
  "http://localhost:9000/push",
  "http://127.0.0.1:9000/push",
  "https://127.1/push",
  "https://2130706433/push",
  "http://[::1]:9000/push",
])("%s is taken where this machine is", (endpoint) => {
  expect(isPushEndpoint(endpoint, { admitsLoopback: false })).toBe(false);
  expect(isPushEndpoint(endpoint, { admitsLoopback: true })).toBe(true);
});
