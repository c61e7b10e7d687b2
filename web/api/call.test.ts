import { expect, test } from "vitest";
import { defaultOf } from "./call.ts";

test.each([
  ["POST", "/api/user/signup/", "signUp"],
  ["POST", "/api/user/activate/", "activate"],
  ["GET", "/api/accounting/get_user_fines/?page=1", "fines"],
  ["GET", "/api/accounting/baddebts/?member=3", "badDebts"],
  ["POST", "/api/accounting/baddebts/recover/", "recover"],
  ["POST", "/api/accounting/baddebts/", null],
  ["GET", "/api/group/", null],
])("%s %s without a sentence says %s", (method, address, sentence) => {
  expect(defaultOf(method, address)).toBe(sentence);
});
