// Groups of tests, one after the other: rules, the server on a real PostgreSQL, and journeys in a real browser. How many
// files of a group run at once depends on the machine's cores: a server test waits now and then, and a journey has a
// browser and a server beside itself. The fault tests (`npm run test:faults`) take long, and run apart, one after the
// other, on built servers.
import { availableParallelism } from "node:os";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { LongestFirst } from "./tests/support/longest-first.ts";
import {
  FAILURES_MAX,
  ofJourneys,
  ofRules,
  onServer,
  TEARDOWN_MS,
} from "./tests/support/patience.ts";

const cores = availableParallelism();
const atOnce = {
  rules: Math.min(4, cores),
  server: Math.min(6, cores + 2),
  journeys: Math.min(4, cores + 1),
};

// A process loads each file of the product once for all tests that it runs. What a file changes for all of the process,
// its set-up files change back.
const rules = {
  ...ofRules,
  pool: "forks" as const,
  isolate: false,
  setupFiles: ["tests/support/seeds.ts", "tests/support/reset-mocks.ts"],
};

const onPostgres = {
  ...onServer,
  globalSetup: "tests/support/global-setup.ts",
  setupFiles: [
    "tests/support/seeds.ts",
    "tests/support/reset-mocks.ts",
    "tests/support/drop-databases.ts",
  ],
  pool: "forks" as const,
  isolate: false,
};

const journeys = {
  ...ofJourneys,
  globalSetup: "e2e/prepared-data.ts",
  setupFiles: ["tests/support/reset-mocks.ts", "e2e/failure-record.ts"],
  pool: "forks" as const,
  isolate: false,
};

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
    bail: FAILURES_MAX,
    teardownTimeout: TEARDOWN_MS,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...rules,
          name: "domain",
          include: [
            "domain/**/*.test.ts",
            "messages/**/*.test.ts",
            "contract/**/*.test.ts",
            "scripts/**/*.test.mjs",
          ],
          maxWorkers: atOnce.rules,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...rules,
          name: "web",
          include: ["web/**/*.test.{ts,tsx}"],
          maxWorkers: atOnce.rules,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...onPostgres,
          name: "server",
          include: ["{server,tests,demo}/**/*.test.ts"],
          exclude: ["tests/faults/**"],
          maxWorkers: atOnce.server,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...journeys,
          name: "e2e",
          include: ["e2e/**/*.spec.ts"],
          maxWorkers: atOnce.journeys,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
};
