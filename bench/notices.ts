// How much notices by SMS slow approvals down while the gateway does not answer: the same server in turns, without a
// gateway and with a dead one.
import { fillDataSet } from "./data-set/fill.ts";
import { withDatabase, type Group } from "./database.ts";
import { askInTurns, signInAll } from "./load.ts";
import { approvals, CLIENTS, MEMBERS } from "./posting.ts";
import { figure, median, type Figure } from "./results.ts";
import { startServer } from "./server-process.ts";

const WARM = 1_000;

/** Nothing listens at port 9 of this machine. */
const DEAD_GATEWAY = {
  SMS_URL: "http://127.0.0.1:9/version1/messaging",
  SMS_USERNAME: "bench",
  SMS_API_KEY: "bench",
  SMS_REPORT_SECRET: "bench-reports-of-a-dead-gateway",
};

/** Each round measures a server of each kind; the kind that comes first alternates. */
export function measureNotices(
  { count, rounds }: { count: number; rounds: number },
  say: (line: string) => void,
): Promise<Figure[]> {
  return withDatabase(null, async (group) => {
    const shape = { members: MEMBERS, months: 24, perMonth: 1, end: new Date(), audit: true };
    await fillDataSet(group.database.owner, shape, say);
    // Without quiet hours, a text is due at once at any time of the day.
    await group.client.query("UPDATE group_settings SET quiet_from = '00:00', quiet_to = '00:00'");
    const { secGen } = await signInAll(group.database.db);
    const without: number[] = [];
    const dead: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const kinds = [
        { rates: without, settings: {} },
        { rates: dead, settings: DEAD_GATEWAY },
      ];
      if (round % 2 === 0) kinds.reverse();
      for (const { rates, settings } of kinds)
        rates.push(await approveAll(group, { settings, count, token: secGen }));
      say(
        `  round ${round}: ${without.at(-1)?.toFixed(0)} without, ${dead.at(-1)?.toFixed(0)} a second beside a dead gateway`,
      );
    }
    const { rows } = await group.client.query<{ waiting: number }>(
      "SELECT count(*)::int AS waiting FROM notice_messages WHERE channel = 'sms' AND state = 'waiting'",
    );
    return [
      figure(`approvals over HTTP, ${CLIENTS} clients, no gateway`, "/s", {
        median: median(without),
      }),
      figure(
        "the same beside a dead gateway",
        "/s",
        { median: median(dead) },
        {
          note: `${rows[0]?.waiting} texts wait at the end`,
        },
      ),
      figure(
        "beside a dead gateway against without",
        "times",
        {
          median: median(dead.map((rate, round) => rate / (without[round] ?? NaN))),
        },
        { requested: "at least 0.95" },
      ),
    ];
  });
}

async function approveAll(
  group: Group,
  { settings, count, token }: { settings: Record<string, string>; count: number; token: string },
): Promise<number> {
  const server = await startServer(group.directory, [], settings);
  try {
    const warm = await approvals(group, WARM, token);
    await askInTurns(server.url, { clients: CLIENTS, calls: warm });
    const calls = await approvals(group, count, token);
    const { times, seconds } = await askInTurns(server.url, { clients: CLIENTS, calls });
    return times.length / seconds;
  } finally {
    await server.stop();
  }
}
