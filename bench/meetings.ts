// The evening of a large group: fines charged in one act, and a collection of everybody, sent and approved, while others ask.
import { assert } from "#domain/assert.ts";
import { withDataSet } from "./database.ts";
import { askAtRate, ends, repeated, signInAll, type Tokens } from "./load.ts";
import { figure, type Figure } from "./results.ts";
import { startServer } from "./server-process.ts";

const MEMBERS = 500;
const FIGURES = 1_500;
const SHAPE = { members: MEMBERS, months: 24, perMonth: 1, audit: true };

type Row = {
  member: { id: number };
  fines: number;
  loans: { loan_id: number; balance: number }[];
};
type Sent = {
  member_id: number;
  contribution: number;
  fines: number;
  loans: { loan_id: number; amount: number }[];
};

/** Each act once, after one smaller collection that warms the server up. */
export function measureMeetings(
  { databaseUrl }: { databaseUrl: string | null },
  say: (line: string) => void,
): Promise<Figure[]> {
  return withDataSet(databaseUrl, SHAPE, say, async ({ directory, database, client }) => {
    await client.query("UPDATE group_settings SET meetings = true");
    const tokens = await signInAll(database.db);
    const server = await startServer(directory);
    try {
      const ask = callsTo(server.url);
      const meeting = await closedMeeting(ask, tokens);
      const fines = `/api/meetings/${meeting}/fines/`;
      const { total } = await ask("GET", fines, tokens.treasurer);
      const fined = await timed(() => ask("POST", fines, tokens.treasurer, { total_seen: total }));
      const { rows } = await ask("GET", `/api/meetings/${meeting}/sheet/`, tokens.treasurer);
      await collected(ask, tokens, { meeting, rows: sheetOf(rows.slice(0, 20), 60) });
      const sheet = sheetOf(rows, FIGURES);
      const others = askAtRate(server.url, {
        perSecond: 20,
        calls: repeated({ path: "/api/finances/dues/", token: tokens.member }, 200),
      });
      const { sent, first, second } = await collected(ask, tokens, { meeting, rows: sheet });
      const waited = ends(await others);
      say(`  sent in ${sent.toFixed(2)} s, approved in ${second.toFixed(2)} s`);
      const note = `${sheet.length} people, ${figuresIn(sheet)} figures`;
      return [
        figure(
          "fines of a meeting in one act",
          "s",
          { once: fined.seconds },
          { requested: "at most 2" },
        ),
        figure("a collection sent", "s", { once: sent }, { requested: "at most 2", note }),
        figure("its first approval", "s", { once: first }),
        figure("its second approval", "s", { once: second }, { requested: "at most 5" }),
        figure("others' requests meanwhile", "ms", waited, { requested: "p95 below 250" }),
      ];
    } finally {
      await server.stop();
    }
  });
}

type Ask = ReturnType<typeof callsTo>;

function callsTo(url: string) {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- what an endpoint answers
  return async (method: string, path: string, token: string, body?: object): Promise<any> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const read: unknown = await answer.json();
    assert(answer.ok, `${method} ${path}: ${answer.status} ${JSON.stringify(read).slice(0, 400)}`);
    return read;
  };
}

async function timed<T>(act: () => Promise<T>): Promise<{ seconds: number; done: T }> {
  const startedAt = performance.now();
  const done = await act();
  return { seconds: (performance.now() - startedAt) / 1000, done };
}

/** Of today, with fines for whoever is absent: all but chair and secretary. */
async function closedMeeting(ask: Ask, { secGen }: Tokens): Promise<number> {
  const date = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  const body = { kind: "ordinary", date, place: "Bench", fine_absent: 50 };
  const { meeting } = await ask("POST", "/api/meetings/", secGen, body);
  const at = `/api/meetings/${meeting.id}/`;
  await ask("POST", `${at}open/`, secGen);
  const marks = [meeting.chair, meeting.secretary].map(({ id }) => ({
    member_id: id,
    attendance: "present",
  }));
  await ask("POST", `${at}attendance/`, secGen, { marks });
  await ask("POST", `${at}close/`, secGen);
  return meeting.id;
}

/** A contribution and fines of everybody, and payments of loans, each of 1 KES, until there are so many figures. */
function sheetOf(rows: readonly Row[], figures: number): Sent[] {
  const sheet = rows.map(({ member, fines }) => ({
    member_id: member.id,
    contribution: 100,
    fines: fines > 0 ? 1 : 0,
    loans: [] as Sent["loans"],
  }));
  for (let round = 0; round < 20 && figuresIn(sheet) < figures; round++)
    for (const [at, { loans }] of rows.entries())
      for (const { loan_id, balance } of loans)
        if (
          balance > round + 1 &&
          figuresIn(sheet) < figures &&
          (sheet[at]?.loans.length ?? 20) < 20
        )
          sheet[at]?.loans.push({ loan_id, amount: 1 });
  return sheet;
}

function figuresIn(sheet: readonly Sent[]): number {
  return sheet.reduce((sum, { fines, loans }) => sum + 1 + (fines > 0 ? 1 : 0) + loans.length, 0);
}

async function collected(
  ask: Ask,
  { treasurer, secGen }: Tokens,
  { meeting, rows }: { meeting: number; rows: readonly Sent[] },
): Promise<{ sent: number; first: number; second: number }> {
  const counted = rows.reduce(
    (sum, row) => sum + row.contribution + row.fines + row.loans.length,
    0,
  );
  const path = `/api/meetings/${meeting}/collections/`;
  const sending = await timed(() => ask("POST", path, treasurer, { rows, counted }));
  const approve = (token: string) =>
    timed(() =>
      ask("POST", `/api/finances/collection-approval/${sending.done.collection.id}/`, token, {
        action: "approved",
        counted_seen: counted,
      }),
    );
  const first = await approve(treasurer);
  const second = await approve(secGen);
  return { sent: sending.seconds, first: first.seconds, second: second.seconds };
}
