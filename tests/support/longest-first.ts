// The order of test files: those that take longest begin first, so that no worker is left with one of them at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By the seconds they take alone; Vitest itself knows those of files that it has run before on this machine only. */
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
  "e2e/widths.spec.ts",
  "e2e/main-job.spec.ts",
  "e2e/loans.spec.ts",
  "e2e/auditor.spec.ts",
];

const orderOf = ({ moduleId }: TestSpecification): number => {
  const index = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
  return index === -1 ? longest.length : index;
};

/** Keeps the groups one after the other, as the configuration has them. */
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
