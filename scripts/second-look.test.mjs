import { expect, test } from "vitest";
import { filesToLookAtAgain } from "./second-look.mjs";

const waits = "Error: Test timed out in 900000ms.\nIf this is a long-running test, …";
const clicks = "TimeoutError: locator.click: Timeout 180000ms exceeded.\nCall log:\n  - waiting";
const wrong = "AssertionError: expected 1 to be 2 // Object.is equality";

const failed = (/** @type {[string, string][]} */ ...pairs) =>
  filesToLookAtAgain(pairs.map(([file, message]) => ({ file, message })));

test("a file that only waited too long is looked at again, once", () => {
  expect(failed(["e2e/home.spec.ts", clicks], ["e2e/home.spec.ts", waits])).toEqual([
    "e2e/home.spec.ts",
  ]);
  expect(failed(["server/http/lock.test.ts", "Error: Hook timed out in 600000ms."])).toEqual([
    "server/http/lock.test.ts",
  ]);
});

test("a comparison that was wrong keeps the whole file from a second look", () => {
  expect(failed(["e2e/home.spec.ts", clicks], ["e2e/home.spec.ts", wrong])).toEqual([]);
  // A poll ends with what it compared last.
  expect(failed(["e2e/home.spec.ts", "Error: expected 1 to be 2 // Object.is equality"])).toEqual(
    [],
  );
  // The words of a timeout within a comparison are no timeout.
  const quoted = "AssertionError: expected 'Test timed out in 5ms' to be ''";
  expect(failed(["e2e/home.spec.ts", quoted])).toEqual([]);
});

test.for([
  "domain/loans.test.ts",
  "tests/fuzz/every-endpoint.test.ts",
  "tests/reference-model/group-model.test.ts",
  "server/verify/tampering.test.ts",
  "server/backup/backup-drill.test.ts",
  "server/archive/archive.test.ts",
])("%s is never looked at again", (file) => {
  expect(failed([file, waits])).toEqual([]);
});

test("four files that wait too long are no accident", () => {
  const four = ["a", "b", "c", "d"].map((name) => /** @type {const} */ ([`e2e/${name}.ts`, waits]));
  expect(failed(...four.slice(0, 3))).toHaveLength(3);
  expect(failed(...four)).toEqual([]);
});
