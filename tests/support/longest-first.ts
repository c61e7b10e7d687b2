// The order of test files: the slowest start first, so that no worker ends with one of them.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * By their seconds, and tests that mostly wait in turns with tests that mostly compute. Vitest itself only knows files that
 * it has run on this machine before.
 */
const longest = [
  "tests/fuzz/every-endpoint.test.ts",
  "server/archive/archive.test.ts",
  "tests/reference-model/group-model.test.ts",
  "server/backup/backup-drill.test.ts",
  "server/jobs/notice-sender.test.ts",
  "demo/fill-demo-group.test.ts",
  "server/verify/tampering.test.ts",
  "server/http/replica-read.test.ts",
  "server/features/members/office-proposals.test.ts",
  "server/features/documents/documents.test.ts",
  "server/jobs/worker.test.ts",
  "server/features/settlements/settlements.test.ts",
  "tests/support/query-plans.test.ts",
  "server/features/notices/words-of-two.test.ts",
  "tests/fuzz/injection.test.ts",
  "server/db/embedded/embedded-postgres.test.ts",
  "server/db/primary.test.ts",
  // The first of these prepares the demo group, for which the others of it would wait.
  "e2e/every-route.spec.ts",
  "e2e/offline.spec.ts",
  "e2e/finance-and-admin.spec.ts",
  "e2e/widths.spec.ts",
  "e2e/home.spec.ts",
  "e2e/auditor.spec.ts",
  "e2e/main-job.spec.ts",
  "e2e/loans.spec.ts",
  "e2e/two-step.spec.ts",
  "e2e/accounting.spec.ts",
  "e2e/swahili.spec.ts",
  "e2e/charts.spec.ts",
  "e2e/figure-to-proof.spec.ts",
  "e2e/power-cut.spec.ts",
];

const orderOf = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
  return index === -1 ? longest.length : index;
};

/** Keeps the groups in the order of the configuration. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) =>
        one.project.config.sequence.groupOrder - other.project.config.sequence.groupOrder ||
        orderOf(one) - orderOf(other),
    );
  }
}
