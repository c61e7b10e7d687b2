import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const text = readFileSync(new URL("../bench/README.md", import.meta.url), "utf8");
const table = text.split("<!-- table: begin -->")[1]?.split("<!-- table: end -->")[0] ?? "";

test("every line of the published table is a heading, a machine or a row, and no answer of a server", () => {
  expect(table.length).toBeGreaterThan(1_000);
  for (const line of table.split("\n")) expect(line).toMatch(/^$|^### [a-z]+$|^\d{4}-|^\| .* \|$/);
});

test("a figure that could not be measured is one word", () => {
  const cells = table.split("\n").flatMap((line) => /^\| .+? \| (.*?) \|/.exec(line)?.[1] ?? []);
  const figures = cells.filter((cell) => cell !== "Measured" && cell !== "---");
  expect(figures.length).toBeGreaterThan(50);
  for (const cell of figures) expect(cell).toMatch(/\d|^(missing|failed)$/);
  expect(table).not.toMatch(/not measured|there is no/);
});
