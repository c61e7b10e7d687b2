// The web as the server sends it: its bytes, and Lighthouse's figures for a phone.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fillDataSet } from "./data-set/fill.ts";
import { root, withDatabase } from "./database.ts";
import { MEMBER, signInAll } from "./load.ts";
import { figure, median, notMeasured, type Figure } from "./results.ts";
import { startServer, untilQuiet } from "./server-process.ts";

const RUNS = 3;

/** The first heading of each measured page. A "not found" page would be light, but its figure would be wrong. */
const LANDING = "Empower Saving. Simplify Borrowing.";
const HOME = "Home";

/** The first run installs Lighthouse into bench/lighthouse, where only this part uses it. */
export async function measureWeb(
  params: { chromium: string | null },
  say: (line: string) => void,
): Promise<Figure[]> {
  const { chromium } = params;
  if (chromium === null) return [...sizes(), notMeasured("Lighthouse", "missing")];
  installLighthouse(say);
  return withDatabase(null, async (group) => {
    const shape = { members: 40, months: 36, perMonth: 1, end: new Date(), audit: true };
    await fillDataSet(group.database.owner, shape, () => undefined);
    const { member } = await signInAll(group.database.db);
    const server = await startServer(group.directory);
    try {
      await untilQuiet(group.client);
      return [
        ...sizes(),
        ...page(chromium, { what: "landing", url: `${server.url}/`, heading: LANDING }, say),
        ...page(
          chromium,
          {
            what: `home of member ${MEMBER}`,
            url: `${server.url}/dashboard`,
            heading: HOME,
            token: member,
          },
          say,
        ),
      ];
    } finally {
      await server.stop();
    }
  });
}

/** The sizes that `npm run size` prints; of the routes, only the largest. */
function sizes(): Figure[] {
  const script = join(root, "scripts/check-size.mjs");
  // The script exits with 1 if a budget is exceeded; the figures show that.
  const { stdout: text } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  const lines = [...text.matchAll(/^(.+?) +([\d.]+) of (\d+) KiB/gm)];
  const routes = lines.filter(([, name = ""]) => name.startsWith("Route "));
  const largest = routes.toSorted((one, other) => Number(other[2]) - Number(one[2])).slice(0, 1);
  return [...lines.filter((line) => !routes.includes(line)), ...largest].map(
    ([, name = "", kib, budget]) =>
      figure(name, "KiB", { brotli: Number(kib) }, { requested: `at most ${budget} KiB` }),
  );
}

function installLighthouse(say: (line: string) => void): void {
  const folder = join(root, "bench/lighthouse");
  if (existsSync(join(folder, "node_modules/lighthouse"))) return;
  say("installing Lighthouse");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

type Seen = {
  scores: Record<string, number>;
  /** Audits besides performance that were not passed. */
  lost: string[];
  bytes: number;
  lcp: number;
  tbt: number;
  cls: number;
  requests: number;
  /** Of the requests, those that began before the largest contentful paint. */
  before: number;
  /** The requests by kind: to the API, files before that paint, files after it, manifest and icon. */
  questions: number;
  filesBefore: number;
  filesAfter: number;
  own: number;
};

type Measured = { what: string; url: string; heading: string; token?: string };

function page(
  chromium: string,
  { what, url, heading, token = "" }: Measured,
  say: (line: string) => void,
): Figure[] {
  const seen = Array.from({ length: RUNS }, () => {
    say(`  Lighthouse on ${what}`);
    const script = join(root, "bench/lighthouse/measure.mjs");
    const text = execFileSync(process.execPath, [script, chromium, url, heading, token], {
      encoding: "utf8",
    });
    return JSON.parse(text) as Seen;
  });
  const middle = (of: (each: Seen) => number) => median(seen.map(of));
  const names = Object.keys(seen[0]?.scores ?? {});
  const scores = names.map((name) => [name, middle(({ scores }) => scores[name] ?? 0)]);
  const lost = [...new Set(seen.flatMap((each) => each.lost))];
  const isLanding = token === "";
  return [
    figure(`${what}: Lighthouse mobile`, "points", Object.fromEntries(scores), {
      requested: isLanding ? "98, 100, 100, 100" : "90, 100; SEO is no goal when signed in",
      ...(lost.length === 0 ? {} : { note: `not passed: ${lost.join(", ")}` }),
    }),
    figure(
      `${what}: largest contentful paint, total blocking time`,
      "ms",
      {
        LCP: middle(({ lcp }) => lcp),
        TBT: middle(({ tbt }) => tbt),
      },
      { requested: isLanding ? "1300, 50" : "TBT 150" },
    ),
    figure(`${what}: layout shift`, "", { CLS: middle(({ cls }) => cls) }, { requested: "0.02" }),
    figure(
      `${what}: transferred`,
      "bytes",
      {
        bytes: middle(({ bytes }) => bytes),
        requests: middle(({ requests }) => requests),
        "before the largest paint": middle(({ before }) => before),
      },
      { requested: isLanding ? "80 KiB in 8 requests" : "12 requests" },
    ),
    figure(`${what}: these requests`, "", {
      "page and files before that paint": middle(({ filesBefore }) => filesBefore),
      "to the API": middle(({ questions }) => questions),
      "files once it is at rest": middle(({ filesAfter }) => filesAfter),
      "manifest and icon": middle(({ own }) => own),
    }),
  ];
}
