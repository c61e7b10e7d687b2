import { expect, test } from "vitest";
import { findHastyTyping, findStopwatches } from "./check-tests.mjs";

const find = (text, path = "e2e/a.spec.ts") => findHastyTyping([{ path, text }]);
const fault = "types before the focus is back; closeDialog waits for it";

test("typing right after a dialog was closed is found", () => {
  const escape = 'await page.keyboard.press("Escape");';
  const fill = 'await search.fill("");';
  expect(find(`\n${escape}\n${fill}`)).toEqual([`e2e/a.spec.ts:2: ${fault}`]);
  const close = 'await form.getByRole("button", { name: "Close" }).click();';
  expect(find(`${close}\nconst a = 1;\n${fill}`)).toEqual([`e2e/a.spec.ts:1: ${fault}`]);
  expect(find(`await closeDialog(page);\n${fill}`)).toEqual([]);
  expect(find(`${escape}\n${fill}`, "web/a.ts")).toEqual([]);
});

test.for([
  ["const began = performance.now();", "reads a stopwatch"],
  ["expect(Date.now() - began).toBeLessThan(1_000);", "reads a stopwatch"],
  ["const { rss } = process.memoryUsage();", "reads the memory"],
  ["await page.waitForTimeout(500);", "sleeps"],
  ["await new Promise((resolve) => setTimeout(resolve, 500));", "sleeps"],
  ["await expect.poll(count, { timeout: 5_000 }).toBe(1);", "waits by a limit"],
  ["}, 60_000);", "waits by a limit"],
])("%s is refused in a test", ([line, fault]) => {
  expect(findStopwatches([{ path: "server/a.test.ts", text: `\n${line}` }])).toEqual([
    expect.stringContaining(`server/a.test.ts:2: ${fault}`),
  ]);
  expect(findStopwatches([{ path: "bench/a.ts", text: line }])).toEqual([]);
  expect(findStopwatches([{ path: "tests/faults/a.test.ts", text: line }])).toEqual([]);
});
