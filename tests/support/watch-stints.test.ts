import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchStints } from "./hostile-files.ts";

/** More processes than processors, and none of them ever rests. */
const busy = Array.from({ length: 2 * availableParallelism() }, () =>
  spawn(process.execPath, ["-e", "process.stdout.write('on'); for (;;);"]),
);
beforeAll(() => Promise.all(busy.map((each) => new Promise((on) => each.stdout.once("data", on)))));
afterAll(() => busy.forEach((each) => each.kill("SIGKILL")));

const longestOf = async (act: () => unknown) => {
  const stints = watchStints();
  await act();
  return stints.stop();
};

const took = () => process.cpuUsage().user + process.cpuUsage().system;

function compute(forMs: number): void {
  const until = took() + forMs * 1000;
  while (took() < until);
}

/** 400 ms of work, with a pause after each 10. */
async function inSteps(): Promise<void> {
  for (let step = 0; step < 40; step++) {
    compute(10);
    await wait(1);
  }
}

const asleep = new Int32Array(new SharedArrayBuffer(4));

test("on a busy machine a thread that computes or sleeps for 300 ms holds others up", async () => {
  expect(await longestOf(() => compute(300))).toBeGreaterThan(250);
  expect(await longestOf(() => Atomics.wait(asleep, 0, 0, 300))).toBeGreaterThan(250);
});

test.skipIf(process.platform !== "linux")(
  "a thread that only waits for a processor does not",
  async () => {
    expect(await longestOf(inSteps)).toBeLessThan(250);
  },
);
