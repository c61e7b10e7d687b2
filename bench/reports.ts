// Reports over HTTP on books of growing size, beside plain-text accounting on the exported journal.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sumInvariants } from "#server/verify/ledger-invariants.ts";
import { type Group, withDataSet, type Making } from "./database.ts";
import { askInTurns, ends, repeated, type Call, MEMBER, signInAll, type Tokens } from "./load.ts";
import { figure, median, notMeasured, type Figure, isInstalled } from "./results.ts";
import { memoryOf, postgresProcesses, startServer, untilQuiet } from "./server-process.ts";

const MONTHS = 120;
const TARGET = "p50 under 10 ms, p99 under 40 ms";
const TARGET_OF_PROOFS = "p95 under 50 ms";
const WARM = 50;
const TIMES = 400;
// The size at which other programs read the journal too.
const COMPARED_AT = 100_000;

/** If a size fails, its figures are missing and the reason is printed; the other sizes are still measured. */
export async function measureReports(
  params: { databaseUrl: string | null; entries: readonly number[] },
  say: (line: string) => void,
  keep: (figures: Figure[]) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const entries of params.entries) {
    say(`books of about ${entries} entries`);
    const measured = await withDataSet(params.databaseUrl, shapeOf(entries), say, (group, making) =>
      measureAt(group, { wanted: entries, making, say }),
    ).catch((error: unknown) => {
      say(`  ${error instanceof Error ? error.message : String(error)}`);
      return [notMeasured(`about ${entries.toLocaleString("en")} entries`, "failed")];
    });
    figures.push(...measured.map((each) => ({ ...each, size: entries })));
    keep(figures);
  }
  return figures;
}

async function measureAt(
  group: Group,
  { wanted, making, say }: { wanted: number; making: Making; say: (line: string) => void },
) {
  const { rows } = await group.client.query<{ count: string }>("SELECT count(*) FROM entries");
  const size = `${Number(rows[0]?.count).toLocaleString("en")} entries`;
  const figures = [
    figure(`${size}: making them`, "s", { total: making.seconds }),
    await proveSums(group, size, say),
  ];
  const tokens = await signInAll(group.database.db);
  const server = await startServer(group.directory);
  try {
    await untilQuiet(group.client);
    const measure = async (calls: Record<string, Call>, requested: string) => {
      for (const [what, call] of Object.entries(calls)) {
        say(`  ${what}`);
        await askInTurns(server.url, { clients: 1, calls: repeated(call, WARM) });
        const load = { clients: 1, calls: repeated(call, TIMES) };
        const measured = await askInTurns(server.url, load);
        figures.push(figure(`${size}: ${what}`, "ms", ends(measured), { requested }));
        say(`    ${JSON.stringify(ends(measured))}`);
      }
    };
    await measure(reports(tokens), TARGET);
    await measure(await proofs(group, tokens), TARGET_OF_PROOFS);
    const database = memoryOf(await postgresProcesses(group.client));
    figures.push(
      figure(`${size}: memory`, "MiB", { server: memoryOf([server.pid]), PostgreSQL: database }),
    );
    if (wanted === COMPARED_AT) {
      const journal = join(group.directory.dataDir, "bench.journal");
      writeFileSync(journal, await exportJournal(server.url, tokens.treasurer));
      const slowest = Math.max(...figures.flatMap(({ values }) => values["p50"] ?? []));
      figures.push(...compare(journal, { size, slowest }));
    }
    return figures;
  } finally {
    await server.stop();
  }
}

async function exportJournal(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/api/accounting/export/?format=hledger`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`the export: ${answer.status} ${await answer.text()}`);
  return answer.text();
}

/** Proves, as `verify` does, the sums from which the reports are read. */
async function proveSums({ client }: Group, size: string, say: (line: string) => void) {
  const startedAt = performance.now();
  let broken = 0;
  for (const { name, sql } of sumInvariants) {
    const { rows } = await client.query<object>(`${sql} LIMIT 20`);
    if (rows.length > 0) say(`  BROKEN ${name}: ${JSON.stringify(rows)}`);
    if (rows.length > 0) broken++;
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return figure(
    `${size}: the sums, proven by verify`,
    "",
    { invariants: sumInvariants.length, broken, seconds },
    { requested: "none broken" },
  );
}

/** The group has at most a thousand members; with larger books, each of them has paid more often. */
export function shapeOf(entries: number) {
  const members = Math.max(10, Math.min(1_000, Math.round(entries / 150)));
  // Besides contributions, a member has about 40 entries in these years. A member joins after half a year on average.
  const perMonth = Math.max(1, Math.round((entries / members - 40) / (MONTHS - 5.6)));
  return { members, months: MONTHS, perMonth, audit: false };
}

/**
 * The reads by which a person follows a figure to its entry: postings at both ends of the books, and the journal
 * searched by what is rare, what is common and what a person types.
 */
export async function proofs(
  group: Group,
  { treasurer, member }: Tokens,
): Promise<Record<string, Call>> {
  const { rows } = await group.client.query<{ id: number; reference: string; full_name: string }>(
    `SELECT e.id, reference, first_name || ' ' || last_name AS full_name
       FROM payments JOIN members ON members.id = member_id
       JOIN entries e ON e.source_kind = 'payment' AND e.source_id = payments.id
      WHERE kind = 'contribution' ORDER BY payments.id OFFSET 1000 LIMIT 1`,
  );
  const [old] = rows;
  if (old === undefined) throw new Error("no contribution was approved");
  const call = (path: string, token = treasurer): Call => ({
    path: `/api/accounting/${path}`,
    token,
  });
  const postings = (query: string) => call(`accounts/bank/postings/?page_size=20&${query}`);
  const searched = (words: string) =>
    call(`entries/?page=1&page_size=20&search=${encodeURIComponent(words)}`);
  return {
    "postings of the bank": postings("page=1"),
    "postings of the bank, far back": postings("page=400"),
    "postings of the bank in the sixth year": postings(`page=2&from=${day(5)}&to=${day(4)}`),
    "postings of one member": call(
      `accounts/monthly_contribution/postings/?page=1&page_size=20&member_id=${MEMBER}`,
      member,
    ),
    "journal, newest": call("entries/?page=1&page_size=20"),
    "journal, by reference": searched(old.reference),
    "journal, by number": searched(`#${old.id}`),
    "journal, by a member's name": searched(old.full_name),
    "journal, by name and amount": searched(`${old.full_name} 1000`),
    "journal, by a common word": searched("contribution"),
    "journal, by a word of one entry in a hundred": searched("loan"),
    "journal, by a common word and a name": searched(`contribution ${old.full_name}`),
    "journal, by a common amount": searched("1000"),
    "journal, of a member": call(`entries/?page=1&page_size=20&member_id=${MEMBER}`),
    "journal, of a kind": call("entries/?page=1&page_size=20&kind=fine"),
  };
}

/** The reports for today and for a date in the middle. A member's statement is its first page. */
export function reports({ treasurer, member }: Tokens): Record<string, Call> {
  const middle = day(5);
  const official = (path: string): Call => ({ path: `/api/accounting/${path}`, token: treasurer });
  const statement = `/api/finances/transactions/?page=1`;
  return {
    "trial balance": official("get_trial_balance/"),
    "trial balance five years ago": official(`get_trial_balance/?date=${middle}`),
    "balance sheet": official("get_balance_sheet/"),
    "balance sheet five years ago": official(`get_balance_sheet/?date=${middle}`),
    "profit and loss": official(`get_profit&loss/?start_date=${day(1)}&end_date=${day(0)}`),
    "profit and loss of the sixth year": official(
      `get_profit&loss/?start_date=${day(5)}&end_date=${day(4)}`,
    ),
    "a member's statement": { path: statement, token: member },
    "a member's statement of the sixth year": {
      path: `${statement}&start_date=${day(5)}&end_date=${day(4)}`,
      token: member,
    },
    "a member's statement, by an official": {
      path: `${statement}&member=${MEMBER}`,
      token: treasurer,
    },
  };
}

function day(yearsAgo: number): string {
  const date = new Date();
  date.setUTCFullYear(date.getUTCFullYear() - yearsAgo);
  return date.toISOString().slice(0, 10);
}

/**
 * How long other programs take for the balances of the same journal, and how many times as long as the slowest report.
 */
function compare(journal: string, akiba: { size: string; slowest: number }): Figure[] {
  const programs: [name: string, args: string[]][] = [
    ["hledger", ["-f", journal, "balance"]],
    ["ledger", ["-f", journal, "balance"]],
  ];
  return programs.flatMap(([name, args]) => {
    const what = `${akiba.size}: ${name} balance`;
    if (!isInstalled(name)) return [notMeasured(what, "missing")];
    const times = Array.from({ length: 3 }, () => {
      const startedAt = performance.now();
      execFileSync(name, args, { stdio: "ignore" });
      return performance.now() - startedAt;
    });
    const middle = median(times);
    const ratio = { "of the slowest p50 above": middle / akiba.slowest };
    return [
      figure(what, "ms", { median: middle }),
      figure(`${what}, against Akiba`, "times", ratio, { requested: "at least 50 times" }),
    ];
  });
}
