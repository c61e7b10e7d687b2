// How long tests wait, all of it in one place. A wait ends as soon as what it waits for is there, so a long one costs a
// right product nothing; it only decides how late a wrong one is found. No test has a shorter one of its own.

const S = 1_000;

/** Of a test that only calculates. */
export const ofRules = { testTimeout: 600 * S, hookTimeout: 600 * S } as const;

/** Of a test on a real PostgreSQL. */
export const onServer = {
  testTimeout: 240 * S,
  hookTimeout: 600 * S,
  expect: { poll: { timeout: 90 * S } },
} as const;

/** Of a journey: one test of it has many waits, and a hook starts a server and a browser. */
export const ofJourneys = {
  testTimeout: 900 * S,
  hookTimeout: 1_200 * S,
  expect: { poll: { timeout: 120 * S } },
} as const;

/** Of the few tests that are long themselves, such as the fuzz, in ms. */
export const LONG_MS = 1_800 * S;

/** The longest that a journey waits for one thing on a page, in ms. */
export const JOURNEY_WAIT_MS = 180 * S;

/** The longest that a program under test takes until it answers, in ms: the demo lives through three years first. */
export const START_MS = 600 * S;

/** The longest that everything takes to end after the last test, in ms. */
export const TEARDOWN_MS = 180 * S;

/** A run ends after as many failed tests: with more of them, something is broken that all tests stand on. */
export const FAILURES_MAX = 25;
