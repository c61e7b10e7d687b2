import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { openLog } from "./logger.ts";

const written = (isTTY: boolean) => {
  const out = Object.assign(new PassThrough(), { isTTY });
  openLog({ logLevel: "info" }, out).info({ url: "/user/activate/secret/" }, "Akiba is ready");
  return String(out.read());
};

test("the log is one JSON object a line where no person reads it", () => {
  expect(JSON.parse(written(false))).toMatchObject({ level: 30, msg: "Akiba is ready" });
});

test("the log is a readable line on a terminal", () => {
  expect(written(true)).toMatch(/^\S*\[?\d\d:\d\d:\d\d\]?.*INFO.*Akiba is ready/);
});

test.each([true, false])("a token in an address is left out, on a terminal: %s", (isTTY) => {
  expect(written(isTTY)).toContain("/user/activate/…/");
  expect(written(isTTY)).not.toContain("secret");
});
