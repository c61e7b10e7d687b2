// What `npm test` says of a run: each minute the files that run, and at the end, for `scripts/test.mjs`, what each file
// did and each failure, in the file that REPORT_FILE names.
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { TestCase, TestModule, TestSuite } from "vitest/node";
import type { Reporter } from "vitest/reporters";

/** One failure: a test, a hook of a file, or a process that died with the file it ran. */
export type Failure = {
  /** From the root of the clone. */
  file: string;
  test: string;
  /** Of the test's file, or null. */
  line: number | null;
  /** The name and message of the first error. */
  message: string;
  /** When it was reported, in ms since 1970. */
  at: number;
};

/** What a run of tests comes to. */
export type Report = {
  /** By path from the root of the clone. */
  files: Record<string, { passed: number; skipped: number }>;
  failures: Failure[];
};

type Fault = { name?: string; message: string; stacks?: { file: string; line: number }[] };

const EVERY_MS = 60_000;

/** Prints what runs, and collects what fails. */
export default class FailureReporter implements Reporter {
  readonly #running = new Map<string, number>();
  readonly #failures: Failure[] = [];
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#timer = setInterval(() => this.#sayWhatRuns(), EVERY_MS).unref();
  }

  onTestModuleStart(module: TestModule): void {
    this.#running.set(fileOf(module), Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#running.delete(fileOf(module));
    for (const error of module.errors()) this.#add(module, "the file", error);
  }

  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) this.#add(suite.module, suite.fullName, error);
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (result.state === "failed") this.#add(test.module, test.fullName, result.errors[0]);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Fault[]): void {
    clearInterval(this.#timer);
    // A process that dies leaves the file that it ran without a result.
    const left = modules.filter((module) => ["pending", "queued"].includes(module.state()));
    for (const error of unhandled) {
      const hasDied = error.message.includes("Worker") && left.length > 0;
      this.#failures.push({
        file: hasDied ? left.map(fileOf).join(", ") : "no file",
        test: hasDied ? "its process died" : "outside of every test",
        line: null,
        message: wordsOf(error),
        at: Date.now(),
      });
    }
    const files = Object.fromEntries(modules.map((module) => [fileOf(module), countOf(module)]));
    const path = process.env["REPORT_FILE"];
    const report: Report = { files, failures: this.#failures };
    if (path !== undefined) writeFileSync(path, JSON.stringify(report));
  }

  #add(module: TestModule, test: string, error: Fault | undefined): void {
    const own = error?.stacks?.find(({ file }) => file === module.moduleId);
    this.#failures.push({
      file: fileOf(module),
      test,
      line: own?.line ?? null,
      message: wordsOf(error),
      at: Date.now(),
    });
  }

  #sayWhatRuns(): void {
    const files = [...this.#running].map(
      ([file, since]) => `${file} (${Math.round((Date.now() - since) / 1_000)} s)`,
    );
    console.log(`Running: ${files.join(", ") || "nothing"}`);
  }
}

const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId);

function countOf(module: TestModule): { passed: number; skipped: number } {
  let passed = 0;
  let skipped = 0;
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === "passed") passed += 1;
    if (state === "skipped") skipped += 1;
  }
  return { passed, skipped };
}

const wordsOf = (error: Fault | undefined) =>
  `${error?.name ?? "Error"}: ${error?.message ?? "without a message"}`;
