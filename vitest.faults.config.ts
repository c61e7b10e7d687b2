// The fault tests: long, one after the other, on built servers; `npm run test:faults`.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "faults",
    include: ["tests/faults/**/*.test.ts"],
    globalSetup: "tests/support/global-setup.ts",
    pool: "forks",
    fileParallelism: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
});
