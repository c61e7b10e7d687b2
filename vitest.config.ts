// Groups of tests, one after the other: rules, the server on a real PostgreSQL, journeys in a real browser, and at
// last, one at a time, the tests and journeys that measure how long something takes. Tests of rules keep a processor busy. Four
// files of server tests run at once, and four journeys, because each waits now and then. The fault tests (`npm run
// test:faults`) take long, and run apart, one after the other, on built servers.
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";

/** These run alone, because beside others they would measure those too. */
const measuredTests = [
  "server/features/mpesa/callbacks.test.ts",
  "server/features/mpesa/validation.test.ts",
  "server/features/opening/opening-times.test.ts",
  "server/http/connections.test.ts",
  "server/http/pipelining.test.ts",
  "server/jobs/commit-followers.test.ts",
];
const measured = ["e2e/slow-network.spec.ts", "e2e/connections.spec.ts", "e2e/mpesa-pay.spec.ts"];

// A process loads each file of the product once for all tests that it runs. So a test that changes something at the top
// of a file must change it back.
const rules = {
  pool: "forks",
  isolate: false,
  testTimeout: 60_000,
  setupFiles: "tests/support/seeds.ts",
} as const;

const onPostgres = {
  globalSetup: "tests/support/global-setup.ts",
  setupFiles: "tests/support/seeds.ts",
  pool: "forks",
  isolate: false,
  // As long as a busy machine needs: what happens at once ends a poll at once.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 50_000 } },
} as const;

const journeys = {
  globalSetup: "e2e/prepared-data.ts",
  pool: "forks",
  isolate: false,
  testTimeout: 240_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000 } },
} as const;

export default defineConfig(({ mode }) => (mode === "faults" ? faults : tests));

const faults: ViteUserConfig = {
  test: {
    name: "faults",
    include: ["tests/faults/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    pool: "forks",
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
};

const tests: ViteUserConfig = {
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: "domain",
          include: [
            "domain/**/*.test.ts",
            "messages/**/*.test.ts",
            "contract/**/*.test.ts",
            "scripts/**/*.test.mjs",
          ],
          ...rules,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          ...rules,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "server",
          include: ["{server,tests,demo}/**/*.test.ts"],
          exclude: ["tests/faults/**", ...measuredTests],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...journeys,
          name: "e2e",
          include: ["e2e/**/*.spec.ts"],
          exclude: measured,
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...journeys,
          name: "e2e-measured",
          include: measured,
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "server-measured",
          include: measuredTests,
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
    ],
  },
};
