import { describe, expect, test } from "vitest";
import { allEndpoints } from "./all-endpoints.ts";
import { replicaReads } from "./replica-reads.ts";

describe("the list of endpoints that a replica may answer", () => {
  test("has only reads, by rights to look at books, and nothing that waits for a decision", () => {
    const rights = new Set<string>();
    for (const [endpoint, whom] of replicaReads) {
      expect(endpoint.method).toBe("GET");
      expect(endpoint.path).not.toMatch(/approval|proposal|dues|preview|session|limit|fine|assign/);
      if (whom === "everybody") rights.add(endpoint.access);
    }
    expect([...rights].toSorted()).toEqual([
      "entries.read",
      "member-statements.read",
      "own.read",
      "reports.read",
    ]);
    const known = allEndpoints.map(({ endpoint }) => endpoint);
    expect([...replicaReads.keys()].filter((endpoint) => !known.includes(endpoint))).toEqual([]);
  });
});
