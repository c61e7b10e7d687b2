// `npm run check:rules`: every rule id that code, tests and docs cite exists in docs/rules, and each is defined there
// once; no screen reads the device's clock; no code but a few files writes a kind of payment as a literal; each function of the database is in one file; and each table is written from
// the folder that owns it. A decision has at most 500 words, its month and whether it is in force.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTracked, refuseArguments, root } from "./process.mjs";

/** Citations by chapter of pages that are not in this repository. */
const elsewhere = /\b(?:spec|contract|safety)(?: section)? \d/i;

/**
 * @param {string[]} pages the texts of docs/rules
 * @param {{ path: string, text: string }[]} files what may cite them
 * @returns {{ rules: number, cited: number, faults: string[] }} each fault is one sentence that says where
 */
export function validateRules(pages, files) {
  const defined = pages.flatMap((text) =>
    [...text.matchAll(/\*\*([A-Z]+-\d+)\*\*/g)].map(([, each]) => each),
  );
  const known = new Set(defined);
  const areas = new Set(defined.map((each) => each.split("-")[0]));
  // The end of a range may be past the last rule: OPEN-30 to OPEN-49.
  const id = new RegExp(`(?<! to )\\b(?:${[...areas].join("|")})-[1-9]\\d*\\b`, "g");
  const faults = [...known]
    .filter((each) => defined.indexOf(each) !== defined.lastIndexOf(each))
    .map((each) => `docs/rules: ${each} occurs twice`);
  let cited = 0;
  for (const { path, text } of files) {
    if (path.startsWith("docs/rules/") || path.startsWith("scripts/check-rules")) continue;
    for (const [number, line] of text.split("\n").entries()) {
      const at = `${path}:${number + 1}`;
      for (const [each] of line.matchAll(id)) {
        cited += 1;
        if (!known.has(each)) faults.push(`${at}: ${each} is no rule of docs/rules`);
      }
      if (elsewhere.test(line)) faults.push(`${at}: cites a page that is not in docs/rules`);
    }
  }
  return { rules: known.size, cited, faults };
}

/** The landing page writes its year before the first answer. */
const mayReadClock = new Set(["web/ui/clock.ts", "web/landing/main.ts"]);

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} where a screen reads the device's clock, which may be days off
 */
export function findClocks(files) {
  return files
    .filter(({ path }) => /^web\/.*(?<!\.test)\.tsx?$/.test(path) && !mayReadClock.has(path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          /\bDate\.now\b|\bDate\(\)/.test(line)
            ? [`${path}:${index + 1}: reads the device's clock; web/ui/clock.ts has the server's`]
            : [],
        ),
    );
}

/** What may write a kind of payment as a literal: the table itself, what is posted for it, and what crosses the wire. */
const mayNameKinds =
  /^(?:domain\/payments\/payment-kinds|domain\/ledger\/posting-rules)\.ts$|^contract\/|(?:\.test|-for-tests)\.tsx?$/;

/**
 * @param {{ path: string, text: string }[]} files with domain/payments/payment-kinds.ts among them
 * @returns {string[]} where code outside of migrations, the contract, posting rules and tests has a literal of a kind of payment
 */
export function findPaymentKinds(files) {
  const table = files.find(({ path }) => path === "domain/payments/payment-kinds.ts")?.text ?? "";
  const kinds = [...table.matchAll(/^export const [A-Z_]+ = "(\w+)";/gm)].map(([, kind]) => kind);
  if (kinds.length === 0) return ["domain/payments/payment-kinds.ts: has no kinds"];
  const literal = new RegExp(`(["'\`])(${kinds.join("|")})\\1`, "g");
  return files
    .filter(
      ({ path }) =>
        /^(?:domain|messages|server(?!\/db\/migrations)|web|demo)\/.*\.tsx?$/.test(path) &&
        !mayNameKinds.test(path),
    )
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((line, index) =>
          [...line.matchAll(literal)].map(
            ([, , kind]) =>
              `${path}:${index + 1}: "${kind}" is a kind of payment; domain/payments/payment-kinds.ts names it`,
          ),
        ),
    );
}

const FUNCTION = /\bCREATE\s+(?:OR\s+REPLACE\s+)?FUNCTION\s+(\w+)\s*\(/gi;

/** The last migration with functions. */
const LAST_WITH_FUNCTIONS = "0341";

const namesIn = (/** @type {{ text: string }} */ { text }) =>
  [...text.matchAll(FUNCTION)].map(([, name = ""]) => name);
const isIn =
  (/** @type {string} */ folder) =>
  (/** @type {{ path: string }} */ { path }) =>
    path.startsWith(`server/db/${folder}`) && path.endsWith(".sql");

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} where a function of the database is not in its one file; server/db/functions/README.md says which that is
 */
export function findMisplacedFunctions(files) {
  const stored = new Set(files.filter(isIn("schema.sql")).flatMap(namesIn));
  const faults = files
    .filter(isIn("migrations/"))
    .filter(({ path }) => path.slice("server/db/migrations/".length) > `${LAST_WITH_FUNCTIONS}~`)
    .flatMap((file) =>
      namesIn(file)
        .filter((name) => !stored.has(name))
        .map((name) => `${file.path}: ${name} goes in server/db/functions, see its README`),
    );
  const seen = new Map();
  for (const file of files.filter(isIn("functions/")))
    for (const name of namesIn(file)) {
      if (seen.has(name)) faults.push(`${file.path}: ${name} is in ${seen.get(name)} too`);
      if (stored.has(name))
        faults.push(`${file.path}: ${name} computes what a table stores, so a migration has it`);
      seen.set(name, file.path);
    }
  return faults;
}

const WRITES = [
  /\b(?:INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO)\s+"?(\w+)/gi,
  /\bUPDATE\s+(?:ONLY\s+)?(\w+)(?:\s+(?:AS\s+)?\w+)?\s+SET\b/gi,
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*"(\w+)/g,
];
const READS = [/\b(?:FROM|JOIN)\s+"?(\w+)/gi, /\b(?:selectFrom|\w*[jJ]oin)\(\s*"(\w+)/g];

/**
 * Finds the folders of server/ that write or read tables, and those that may not write.
 * @param {{ path: string, text: string }[]} files with server/db/owners.ts among them
 * @returns {{ faults: string[], writers: Map<string, Set<string>>, readers: Map<string, Set<string>> }} folders by table
 */
export function findForeignWrites(files) {
  const listed = files.find(({ path }) => path === "server/db/owners.ts")?.text ?? "";
  const owners = new Map(
    [...listed.matchAll(/^ {2}(\w+): (?:NOBODY|\[([^\]]*)\]),/gm)].map(
      ([, table, folders = ""]) => [
        table ?? "",
        [...folders.matchAll(/"([^"]+)"/g)].map(([, folder = ""]) => folder),
      ],
    ),
  );
  const [writers, readers] = [new Map(), new Map()];
  /** @type {string[]} */
  const faults = [];
  for (const { path, text } of files) {
    if (!/^server\/(?!db\/migrations|db\/schema).*(?<!\.test)\.(?:ts|sql)$/.test(path)) continue;
    const folder = path.slice("server/".length, path.lastIndexOf("/"));
    const tablesIn = (/** @type {RegExp[]} */ patterns) =>
      new Set(patterns.flatMap((each) => [...text.matchAll(each)].map(([, table = ""]) => table)));
    for (const [patterns, found] of /** @type {const} */ ([
      [WRITES, writers],
      [READS, readers],
    ]))
      for (const table of tablesIn(patterns)) {
        const owned = owners.get(table);
        if (owned === undefined) continue;
        found.set(table, (found.get(table) ?? new Set()).add(folder));
        if (found === writers && !owned.some((each) => `${folder}/`.startsWith(`${each}/`)))
          faults.push(
            `${path}: writes ${table}, which is ${owned[0] ?? "nobody"}'s (server/db/owners.ts)`,
          );
      }
  }
  for (const [table, folders] of owners)
    for (const each of folders)
      if (![...(writers.get(table) ?? [])].some((folder) => `${folder}/`.startsWith(`${each}/`)))
        faults.push(`server/db/owners.ts: ${each} no longer writes ${table}`);
  return { faults, writers, readers };
}

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} decisions with more than 500 words, the marks of tables and lists left out, or another third line
 * than the month and whether it is in force
 */
export function findLongDecisions(files) {
  return files.flatMap(({ path, text }) => {
    if (!path.startsWith("docs/decisions/")) return [];
    const words = text
      .replaceAll(/[|*`#-]/g, " ")
      .split(/\s+/)
      .filter(Boolean).length;
    const [, , when = ""] = text.split("\n");
    return [
      ...(words > 500 ? [`${path}: has ${words} words; 500 are enough`] : []),
      ...(/^[A-Z][a-z]+ \d{4}\. (?:In force|Replaced)/.test(when)
        ? []
        : [`${path}:3: says neither the month nor whether it is in force`]),
    ];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const folder = join(root, "docs/rules");
  const pages = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const files = readTracked(/\.(ts|tsx|mjs|cjs|sql|css|md)$/);
  const { rules, cited, faults } = validateRules(pages, files);
  const tables = findForeignWrites(files);
  faults.push(
    ...findClocks(files),
    ...findPaymentKinds(files),
    ...findMisplacedFunctions(files),
    ...findLongDecisions(files),
    ...tables.faults,
  );
  for (const fault of faults) console.error(fault);
  for (const table of ["payments", "members"]) {
    const [writers, readers] = [tables.writers, tables.readers].map(
      (each) => each.get(table)?.size,
    );
    console.log(`${table}: written from ${writers} folders, read from ${readers}.`);
  }
  console.log(`${rules} rules, cited ${cited} times, ${faults.length} faults.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
