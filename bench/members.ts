// A large group: every list and search, the sweep of a day, and the figures that an exit needs.
import { addMonths, nairobiDate } from "#domain/calendar.ts";
import { openPool, openDatabase } from "#server/db/connection.ts";
import { sweepDay } from "#server/jobs/sweep.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Group, withDataSet, type Making } from "./database.ts";
import { askInTurns, ends, repeated, type Call, MEMBER, signInAll, type Tokens } from "./load.ts";
import { figure, type Figure } from "./results.ts";
import { memoryOf, postgresProcesses, startServer, untilQuiet } from "./server-process.ts";

const WARM = 20;
const TIMES = 200;

type Params = { databaseUrl: string | null; members: number; years: number };

export async function measureMembers(
  params: Params,
  say: (line: string) => void,
): Promise<Figure[]> {
  const wanted = { members: params.members, months: params.years * 12, perMonth: 1, audit: true };
  return withDataSet(params.databaseUrl, wanted, say, async (group, making) => {
    const figures = await describeAndVerify(group, making, say);
    figures.push(...(await sweep(group, say)));
    const tokens = await signInAll(group.database.db);
    const server = await startServer(group.directory);
    try {
      await untilQuiet(group.client);
      for (const [what, call] of Object.entries(lists(tokens)))
        figures.push(await time(server.url, { what, call, requested: "p95 under 50 ms" }));
      for (const [what, call] of Object.entries(leaving(tokens)))
        figures.push(await time(server.url, { what, call, requested: "under 100 ms" }));
      for (const [what, call] of Object.entries(whole(tokens)))
        figures.push(await time(server.url, { what, call }));
      figures.push(
        figure(
          "memory after all of it",
          "MiB",
          {
            server: memoryOf([server.pid]),
            PostgreSQL: memoryOf(await postgresProcesses(group.client)),
          },
          { requested: "server under 250 MB" },
        ),
      );
    } finally {
      await server.stop();
    }
    return figures;
  });
}

async function describeAndVerify(
  { database, client }: Group,
  making: Making,
  say: (line: string) => void,
): Promise<Figure[]> {
  const { rows } = await client.query<Record<string, string>>(`
    SELECT (SELECT count(*) FROM members) AS members, (SELECT count(*) FROM payments) AS payments,
           (SELECT count(*) FROM entries) AS entries, (SELECT count(*) FROM postings) AS postings,
           (SELECT count(*) FROM loans) AS loans, (SELECT count(*) FROM fines) AS fines,
           (SELECT count(*) FROM audit_entries) AS "audit rows", pg_database_size(current_database()) / 1048576 AS "MiB on disk"`);
  const counted = Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]);
  say("verify");
  const verifyingSince = performance.now();
  const { checked, breaches } = await verifyBooks(database.db);
  for (const breach of breaches)
    say(`  BROKEN ${breach.name}: ${JSON.stringify(breach.offenders)}`);
  return [
    figure("the data set", "", Object.fromEntries(counted)),
    figure("making it", "s", { total: making.seconds }),
    figure("verify, invariants", "", { checked, broken: breaches.length }, { requested: "clean" }),
    figure("verify", "s", { total: (performance.now() - verifyingSince) / 1000 }),
  ];
}

/** One member in twenty has stopped paying: the first sweep fines them, and the second finds nothing to do. */
async function sweep({ database }: Group, say: (line: string) => void): Promise<Figure[]> {
  say("sweep");
  // As many connections as the server's worker has.
  const pool = openPool(database.owner, 2);
  const once = async () => {
    const startedAt = performance.now();
    await sweepDay(openDatabase(pool), new Date());
    return (performance.now() - startedAt) / 1000;
  };
  const first = await once();
  const second = await once();
  await pool.end();
  return [
    figure(
      "the sweep of a day",
      "s",
      { "with fines to charge": first, "with nothing to do": second },
      {
        requested: "under 30 s",
      },
    ),
  ];
}

async function time(
  url: string,
  params: { what: string; call: Call; requested?: string },
): Promise<Figure> {
  const { what, call, requested } = params;
  await askInTurns(url, { clients: 1, calls: repeated(call, WARM) });
  const measured = await askInTurns(url, { clients: 1, calls: repeated(call, TIMES) });
  return figure(what, "ms", ends(measured), requested === undefined ? {} : { requested });
}

/** The first page, pages far back, and whatever narrows a list. */
export function lists({ chairperson, treasurer, member }: Tokens): Record<string, Call> {
  const period = `start_date=${yearsAgo(1)}&end_date=${yearsAgo(0)}`;
  const sixth = `start_date=${yearsAgo(5)}&end_date=${yearsAgo(4)}`;
  const users = (query: string): Call => ({
    path: `/api/user/get_users?${query}`,
    token: chairperson,
  });
  const finances = (path: string, token = treasurer): Call => ({
    path: `/api/finances/${path}`,
    token,
  });
  const accounting = (path: string): Call => ({
    path: `/api/accounting/${path}`,
    token: treasurer,
  });
  const audit = (query: string): Call => ({ path: `/api/audit/?${query}`, token: chairperson });
  return {
    "members, page 1": users("page=1"),
    "members, page 100": users("page=100"),
    "members, searched by name": users("page=1&search=wanjiru%20k"),
    "members, searched by number": users("page=1&search=BENCH%2F00012"),
    "members by status": users("page=1&status=active"),
    "contributions by member, page 100": finances("get-monthly-contributions/?page=100"),
    "contributions to approve, page 1": finances("monthly-contribution-approval/?page=1"),
    "loan applications to approve, page 1": finances("get-loan-application-approval/?page=1"),
    "loan payments to approve, page 1": finances("get-loan-payment-approvals/?page=1"),
    "fine payments to approve, page 1": finances("fine-payment-approval/?page=1"),
    "own contributions, page 1": finances("monthly-contribution/?page=1", member),
    "own loan payments, page 1": finances("get-loan-payments/?page=1", member),
    "own loans": finances("get-create-user-loans/?page=1", member),
    "own fines": { path: "/api/accounting/get_user_fines/", token: member },
    "a member's transactions, page 1": finances(`transactions/?page=1&member=${MEMBER}`),
    "own savings month by month": finances("savings_history/", member),
    "journal, page 1": accounting("entries/?page=1"),
    "journal, page 1,000": accounting("entries/?page=1000"),
    "journal, page 100,000": accounting("entries/?page=100000"),
    "journal of a year, page 1": accounting(`entries/?page=1&${period}`),
    "journal of the bank, page 1": accounting("entries/?page=1&account=bank"),
    "journal of the bank, page 100,000": accounting("entries/?page=100000&account=bank"),
    "journal of the bank in a year, page 1": accounting(`entries/?page=1&account=bank&${period}`),
    "audit log, page 1": audit("page=1"),
    "audit log, page 1,000": audit("page=1000"),
    "audit log, page 100,000": audit("page=100000"),
    "audit log of the sixth year, page 1": audit(`page=1&${sixth}`),
    "audit log of a year, page 1": audit(`page=1&${period}`),
    "audit log of contributions, page 1": audit("page=1&action=contributions"),
    "audit log of contributions, page 100,000": audit("page=100000&action=contributions"),
    "audit log of loans that fell due, page 1": audit("page=1&action=sweep"),
    "audit log of a person, page 1": audit(`page=1&actor=${MEMBER}`),
    "audit log of the Treasurer, page 1": audit("page=1&actor=2"),
    "books month by month": accounting("history/"),
  };
}

function yearsAgo(years: number): string {
  const today = nairobiDate(new Date());
  return addMonths(today, -12 * years);
}

function leaving({ treasurer, secGen, member }: Tokens): Record<string, Call> {
  return {
    "what an exit comes to": {
      path: `/api/accounting/settlement_preview/?member=${MEMBER}`,
      token: secGen,
    },
    "own share": { path: "/api/accounting/get_balance_sheet/", token: member },
    "trial balance": { path: "/api/accounting/get_trial_balance/", token: treasurer },
  };
}

/** Answers without pages, however large the group: their time grows with their length. */
function whole({ treasurer, chairperson }: Tokens): Record<string, Call> {
  return {
    "everybody's share in one answer": {
      path: "/api/accounting/get_balance_sheet/",
      token: treasurer,
    },
    "active members, counted": { path: "/api/user/get_active_user_count", token: chairperson },
  };
}
