import { describe, expect, test } from "vitest";
import { validateAdvisories } from "./check-advisories.mjs";
import { validateLock } from "./check-dependencies.mjs";

const rules = {
  node: "20.19.0",
  registry: "https://registry.npmjs.org/",
  licences: ["MIT", "Apache-2.0"],
  toolLicences: ["MPL-2.0"],
  licenceExceptions: {},
  scriptExceptions: {},
};
const sound = { version: "1.0.0", license: "MIT", integrity: `sha512-${"A".repeat(86)}==` };
const validate = (found, more = {}) =>
  validateLock(
    { packages: { "": {}, "node_modules/x": { ...sound, ...found } } },
    { ...rules, ...more },
  );

describe("a lock file", () => {
  test("of sound packages has no fault", () => {
    expect(validate({ resolved: "https://registry.npmjs.org/x/-/x-1.0.0.tgz" })).toEqual({
      checked: 1,
      faults: [],
    });
  });

  test.each([
    ["an install script", { hasInstallScript: true }, "runs a script"],
    ["a licence that is not allowed", { license: "GPL-3.0-only" }, "GPL-3.0-only is not allowed"],
    ["no licence", { license: undefined }, "is not named"],
    ["a licence that is allowed in part", { license: "MIT AND GPL-2.0" }, "is not allowed"],
    ["the licence of a tool in what is delivered", { license: "MPL-2.0" }, "is not allowed"],
    ["another Node", { engines: { node: ">=22" } }, "does not run on Node 20.19.0"],
    ["no hash", { integrity: undefined }, "no sha512 hash"],
    ["a weak hash", { integrity: "sha1-AAAA" }, "no sha512 hash"],
    ["another registry", { resolved: "https://evil.example/x.tgz" }, "comes from"],
    ["a linked folder", { link: true }, "is a link"],
  ])("fails on %s", (_name, found, words) => {
    const { faults } = validate(found);
    expect(faults).toEqual([expect.stringContaining(words)]);
    expect(faults[0]).toContain("x@1.0.0");
  });

  test.each([
    ["a choice of licences", { license: "(GPL-2.0 OR MIT)" }],
    ["the licence of a tool in a tool", { license: "MPL-2.0", dev: true }],
    ["a range of Nodes", { engines: { node: "^18 || ^20.12 || >=22" } }],
  ])("lets %s be", (_name, found) => {
    expect(validate(found).faults).toEqual([]);
  });

  test("finds a package inside another", () => {
    const packages = { "node_modules/a/node_modules/@b/c": { ...sound, license: "GPL-3.0-only" } };
    expect(validateLock({ packages }, rules).faults).toEqual([
      expect.stringMatching(/^@b\/c@1\.0\.0: /),
    ]);
  });

  test("takes an exception that is listed, and fails on one that nothing needs", () => {
    const scriptExceptions = { "x*": "it only prints" };
    expect(validate({ hasInstallScript: true }, { scriptExceptions }).faults).toEqual([]);
    expect(validate({}, { scriptExceptions }).faults).toEqual([
      expect.stringContaining("nothing needs it"),
    ]);
  });
});

const answer = (total, more = {}) =>
  JSON.stringify({
    metadata: { vulnerabilities: { total }, dependencies: { total: 600 } },
    ...more,
  });

describe("an answer about advisories", () => {
  test("that knows of none passes", () => {
    expect(validateAdvisories(answer(0)).exitCode).toBe(0);
  });

  test("that knows of one fails and names it", () => {
    const vulnerabilities = { x: { name: "x", severity: "high", range: "<2" } };
    const { exitCode, lines } = validateAdvisories(answer(1, { vulnerabilities }));
    expect(exitCode).toBe(1);
    expect(lines).toContain("x <2: high");
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "npm error network"],
    ["a refusal", JSON.stringify({ message: "405 Method Not Allowed", error: { summary: "" } })],
    [
      "a count of no packages",
      JSON.stringify({ metadata: { vulnerabilities: { total: 0 }, dependencies: { total: 0 } } }),
    ],
  ])("that is %s could not be asked, and does not pass", (_name, output) => {
    const { exitCode, lines } = validateAdvisories(output);
    expect(exitCode).toBe(2);
    expect(lines[0]).toContain("Could not ask for advisories");
  });
});
