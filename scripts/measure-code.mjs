// `npm run size -- code`: how much there is to read, by layer and room, and how it hangs together. Asserts nothing; the
// figures are for comparing two commits.
import ts from "typescript";
import { findForeignWrites, findPaymentKinds } from "./check-rules.mjs";
import { readTracked } from "./process.mjs";

/** @typedef {{ path: string, text: string }} SourceFile */

const LONG_FUNCTION_LINES = 70;
const isTest = (/** @type {string} */ path) =>
  /\.test\.(ts|tsx|mjs)$|\.spec\.ts$|-for-tests\.ts$|^(tests|e2e)\//.test(path);
const isProduct = (/** @type {string} */ path) =>
  /^(domain|messages|contract|server|web)\//.test(path) &&
  !isTest(path) &&
  path !== "server/db/schema.sql";

/** Prints the figures of all files that the repository tracks. */
export function measureCode() {
  const files = readTracked(/\.(ts|tsx|mjs|sql|css)$/);
  const product = files.filter(({ path }) => isProduct(path));
  const tests = files.filter(({ path }) => isTest(path));
  row("Lines of product", sum(product));
  row("Lines of tests", sum(tests));
  printGroups("Lines by layer", groupBy(product, layerOf));
  printGroups("Lines of the largest rooms", groupBy(product, roomOf), 25);
  const lengths = product.map(linesOf).toSorted((one, other) => one - other);
  row("Files", lengths.length);
  row("Lines of the median file", lengths[Math.floor(lengths.length / 2)] ?? 0);
  row("Lines at the 90th percentile", lengths[Math.floor(lengths.length * 0.9)] ?? 0);
  const long = product.filter(({ path }) => /\.tsx?$/.test(path)).flatMap(longFunctions);
  row(`Functions over ${LONG_FUNCTION_LINES} lines`, long.length);
  const { writers, readers } = findForeignWrites(files);
  for (const table of ["payments", "members", "statement_lines", "loans"])
    row(
      `Folders that write / read ${table}`,
      `${writers.get(table)?.size ?? 0} / ${readers.get(table)?.size ?? 0}`,
    );
  row("Literals of a kind of payment outside their table", findPaymentKinds(files).length);
  row("Pairs of server/core rooms that import each other", mutual(product).length);
}

function row(/** @type {string} */ name, /** @type {string | number} */ value) {
  const written = typeof value === "number" ? value.toLocaleString("en") : value;
  console.log(`${name.padEnd(56)} ${written.padStart(12)}`);
}

const linesOf = (/** @type {SourceFile} */ { text }) => text.split("\n").length - 1;
const sum = (/** @type {SourceFile[]} */ files) =>
  files.reduce((total, file) => total + linesOf(file), 0);

/** The first folder; SQL and migrations apart, since one is read and the other is history. */
function layerOf(/** @type {string} */ path) {
  if (path.startsWith("server/db/migrations/")) return "server/db/migrations";
  if (path.endsWith(".sql")) return "server, SQL";
  return path.slice(0, path.indexOf("/"));
}

/** `server/core/ledger`, `web/features/loans`, `domain/statements`. */
function roomOf(/** @type {string} */ path) {
  const parts = path.split("/");
  const depth = /^(server|web)\/(core|features|pages)$/.test(parts.slice(0, 2).join("/")) ? 3 : 2;
  return parts.slice(0, Math.min(depth, parts.length - 1)).join("/");
}

/** @param {SourceFile[]} files @param {(path: string) => string} keyOf */
function groupBy(files, keyOf) {
  /** @type {Map<string, SourceFile[]>} */
  const groups = new Map();
  for (const file of files)
    groups.set(keyOf(file.path), [...(groups.get(keyOf(file.path)) ?? []), file]);
  return groups;
}

/** @param {string} title @param {Map<string, SourceFile[]>} groups */
function printGroups(title, groups, most = Infinity) {
  console.log(`\n${title}`);
  const lines = [...groups].map(([name, files]) => ({ name, lines: sum(files) }));
  for (const group of lines.toSorted((one, other) => other.lines - one.lines).slice(0, most))
    row(`  ${group.name}`, group.lines);
  console.log("");
}

/** @returns {string[]} where each begins */
function longFunctions(/** @type {SourceFile} */ { path, text }) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  const lineAt = (/** @type {number} */ at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const visit = (/** @type {ts.Node} */ node) => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const from = lineAt(node.getStart(source));
      if (lineAt(node.end) - from + 1 > LONG_FUNCTION_LINES) found.push(`${path}:${from}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @returns {string[]} `one and other`, each pair once */
function mutual(/** @type {SourceFile[]} */ files) {
  const arrows = new Set(
    files.flatMap(({ path, text }) => {
      const [, from] = /^server\/core\/([^/]+)\//.exec(path) ?? [];
      if (from === undefined) return [];
      return [...text.matchAll(/from "#server\/core\/([^/]+)\//g)]
        .filter(([, to]) => to !== from)
        .map(([, to = ""]) => `${from} ${to}`);
    }),
  );
  return [...arrows].filter((arrow) => {
    const [from = "", to = ""] = arrow.split(" ");
    return from < to && arrows.has(`${to} ${from}`);
  });
}
