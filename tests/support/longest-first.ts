// The order of test files: the slowest start first, so that no worker ends with one of them.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By their seconds when run alone; Vitest itself only knows files that it has run on this machine before. */
const longest = [
  "tests/reference-model/group-model.test.ts",
  "tests/fuzz/every-endpoint.test.ts",
  "server/backup/backup-drill.test.ts",
  "server/archive/archive.test.ts",
  "demo/fill-demo-group.test.ts",
  "server/jobs/notice-sender.test.ts",
  "server/http/replica-read.test.ts",
  "server/db/primary.test.ts",
  "tests/fuzz/injection.test.ts",
  // The first of these prepares the demo group, for which the others of it would wait.
  "e2e/every-route.spec.ts",
  "e2e/offline.spec.ts",
  "e2e/finance-and-admin.spec.ts",
  "e2e/auditor.spec.ts",
  "e2e/widths.spec.ts",
  "e2e/home.spec.ts",
  "e2e/loans.spec.ts",
  "e2e/main-job.spec.ts",
  "e2e/two-step.spec.ts",
  "e2e/accounting.spec.ts",
  "e2e/swahili.spec.ts",
  "e2e/power-cut.spec.ts",
  "e2e/charts.spec.ts",
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
