// The order of test files: those that take longest begin first, so that no worker is left with one of them at the end.
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** By the seconds they take alone; Vitest itself knows those of files that it has run before on this machine only. */
const longest = [
  "tests/fuzz/every-endpoint.test.ts",
  "server/verify/tampering.test.ts",
  "server/archive/archive.test.ts",
  "server/features/opening/openings.test.ts",
  "e2e/every-route.spec.ts",
  "e2e/widths.spec.ts",
  "e2e/finance-and-admin.spec.ts",
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
