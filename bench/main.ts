// npm run bench [-- PART...] [options]: measures each part, writes bench/results/PART.json, and prints the figures.
import { parseArgs } from "node:util";
import { collectGarbageSparingly } from "#server/platform/low-priority/low-priority.ts";
import { measureAnswers } from "./answers/answers.ts";
import { measureLending } from "./lending.ts";
import { measureMembers } from "./members.ts";
import { measureNotices } from "./notices.ts";
import { measurePlans } from "./plans.ts";
import { measurePosting } from "./posting.ts";
import { measureReports } from "./reports.ts";
import {
  type Figure,
  describeMachine,
  keepResult,
  renderResult,
  reportResults,
} from "./results.ts";
import { measureServers } from "./servers.ts";
import { measureStart } from "./start.ts";
import { measureMeetings } from "./meetings.ts";
import { measureStatements } from "./statements.ts";
import { measureWaiting } from "./waiting.ts";
import { measureWeb } from "./web.ts";

// The load shares the processors with what it measures.
collectGarbageSparingly();

// Ending the benchmark early leaves no server running.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    entries: { type: "string", default: "10000,100000,1000000,5000000" },
    lines: { type: "string", default: "10000,1000000" },
    members: { type: "string" },
    years: { type: "string", default: "10" },
    count: { type: "string", default: "4000" },
    rounds: { type: "string", default: "3" },
  },
});

const say = (line: string) => console.log(line);
const databaseUrl = process.env["DATABASE_URL"] || null;
const entries = values.entries.split(",").map(Number);
const lines = values.lines.split(",").map(Number);
const members = Number(values.members ?? positionals.find((word) => /^\d+$/.test(word)) ?? 20_000);
const years = Number(values.years);
const count = Number(values.count);
const rounds = Number(values.rounds);
const chromium = process.env["CHROMIUM_PATH"] || null;

/** `keep` stores the figures so far, so that a long run that is ended early does not lose them. */
type Measure = (keep: (figures: Figure[]) => void) => Promise<Figure[]>;

const parts: Record<string, { requested: object; measure: Measure }> = {
  posting: {
    requested: { count, rounds },
    measure: () => measurePosting({ databaseUrl, count, rounds }, say),
  },
  reports: {
    requested: { entries },
    measure: (keep) => measureReports({ databaseUrl, entries }, say, keep),
  },
  plans: {
    requested: { entries },
    measure: (keep) => measurePlans({ databaseUrl, entries }, say, keep),
  },
  members: {
    requested: { members, years },
    measure: () => measureMembers({ databaseUrl, members, years }, say),
  },
  waiting: { requested: {}, measure: () => measureWaiting({ databaseUrl }, say) },
  meetings: { requested: {}, measure: () => measureMeetings({ databaseUrl }, say) },
  start: { requested: {}, measure: () => measureStart(say) },
  web: { requested: {}, measure: () => measureWeb({ chromium }, say) },
  statements: {
    requested: { lines },
    measure: (keep) => measureStatements({ databaseUrl, lines }, say, keep),
  },
  lending: { requested: { count }, measure: () => measureLending({ count }, say) },
  notices: { requested: { count, rounds }, measure: () => measureNotices({ count, rounds }, say) },
  answers: { requested: {}, measure: () => measureAnswers({ databaseUrl }, say) },
  servers: { requested: { count }, measure: () => measureServers({ databaseUrl, count }, say) },
};

const named = positionals.filter((word) => !/^\d+$/.test(word));
// `npm run bench -- --members 20000` measures only the part with that data set.
const fallback = values.members === undefined ? Object.keys(parts) : ["members"];
const chosen = named.length === 0 ? fallback : named;
const unknown = chosen.filter((name) => name !== "report" && parts[name] === undefined);
const numbers = [members, years, count, rounds, ...entries, ...lines];

if (unknown.length > 0 || numbers.some((number) => !(number > 0))) {
  console.error(
    `Parts: ${Object.keys(parts).join(", ")}, report. Options: --entries N,N --lines N,N --members N --years N --count N --rounds N.`,
  );
  process.exitCode = 1;
} else {
  await measureAll();
}

async function measureAll(): Promise<void> {
  for (const name of chosen) {
    const part = parts[name];
    if (part === undefined) continue;
    const machine = await describeMachine();
    say(`${name}…`);
    const keep = (figures: Figure[]) => {
      const at = new Date().toISOString();
      return keepResult({ part: name, at, requested: { ...part.requested }, machine, figures });
    };
    const result = keep(await part.measure(keep));
    say(`\n${renderResult(result)}\n`);
  }
  if (named.length === 0 || chosen.includes("report")) reportResults();
}
