// npm run demo: the application on its own database, which the first run fills with a believable group.
// npm run demo -- --empty: on an empty database, a new one each time, to try the setup and bringing books.
import { isIPv6 } from "node:net";
import { Client, DatabaseError } from "pg";
import { inDatabase, type ConnectionOptions } from "#server/db/connection.ts";
import { witnessRecords } from "#server/core/audit-log/witness-records.ts";
import { openMigrated, openPostgres, requireDurable } from "#server/db/open-database.ts";
import { runDueJobs } from "#server/jobs/worker.ts";
import { ConfigError } from "#server/platform/config-error.ts";
import { type Config, readConfig } from "#server/platform/config.ts";
import { openLog } from "#server/platform/logger.ts";
import { endWith, serve } from "#server/serve.ts";
import { readEvidence } from "#server/verify/evidence.ts";
import { fillDemoGroup } from "./fill-demo-group.ts";
import { demoPassword, demoPeople, demoPerson, demoSituations } from "./people.ts";
import { earlierTexts, openMails, readNames } from "./phones/demo-phones.ts";
import { startDemoGateway } from "./phones/gateway.ts";

// The built file is in dist/server, beside dist/web. Node 22.18 and newer also run the source, beside the same build.
const home = new URL(import.meta.url.endsWith(".ts") ? "../dist/server/" : "./", import.meta.url);
const built = {
  webRoot: new URL("../web", home),
  printWorker: new URL("workers/print-report.js", home),
  readWorker: new URL("workers/read-file.js", home),
};

const now = () => new Date();

const DEMO = "akiba_demo";
const UNFINISHED = "akiba_demo_unfinished";
const EMPTY = "akiba_demo_empty";
const OBJECT_IN_USE = "55006";

try {
  const isEmpty = readIsEmpty();
  // Nobody needs a backup of the demo, least of all among those of the real group.
  // Texts go to the demo's own phones, because the numbers may belong to somebody, and nobody is asked to pay.
  const config = { ...readConfig(process.env), backupDir: null, sms: null, daraja: null };
  const log = openLog(config);
  const say = (line: string) => log.info(line);
  const postgres = await openPostgres(config, say);
  const demo = isEmpty
    ? await prepareEmptyDatabase(postgres)
    : await prepareDemoDatabase(postgres, async (unfinished) => {
        say(
          "filling the demo group; this takes about 20 seconds, on a slow or busy computer up to two minutes",
        );
        const database = await openMigrated(
          { connection: unfinished, owner: unfinished },
          () => undefined,
        );
        await fillDemoGroup(database, now());
        // Mails are stored to be read, and neither printed nor sent: nobody reads mail at these addresses.
        await runDueJobs({
          connection: unfinished,
          config: { ...config, smtpUrl: null },
          log,
          now,
          // Filled as the owner and without waiting for the disk, so who may write is not compared yet.
          evidence: async () => ({
            ...(await readEvidence({
              server: unfinished,
              owner: unfinished,
              isEmbedded: true,
              dataDir: null,
              backupDir: null,
            })),
            writers: null,
          }),
          print: () => undefined,
        });
        // As a server does every night.
        await witnessRecords(database.db, now());
        await database.close();
      });
  await requireDurable(demo.owner);
  const database = await openMigrated(demo, say);
  const gateway = await startDemoGateway({
    port: config.port === 0 ? 0 : config.port + 1,
    applicationUrl: onThisComputer(config),
    publicUrl: config.publicUrl,
    earlier: await earlierTexts(database.db),
    readNames: () => readNames(database.db),
    mails: openMails(database.db),
    now,
  });
  const close = async () => {
    await gateway.close();
    await database.close();
    await postgres.leave();
  };
  await serve(
    { ...config, sms: gateway.sms },
    { ...database, close },
    { log, built, headsIn: null },
  );
  if (!isEmpty) tellWhoSignsIn(config.publicUrl);
  console.log(`What members get on their phones: ${gateway.pageUrl}`);
  console.log(`What members get by mail:         ${gateway.pageUrl}/mails\n`);
} catch (error) {
  endWith(error);
}

function tellWhoSignsIn(url: string): void {
  console.log(`\nSign in at ${url} with the password ${demoPassword} as`);
  for (const { username, is } of demoSituations)
    console.log(`  ${demoPerson(username).email.padEnd(34)} ${is}`);
  console.log(`  …or as anybody else in the group of ${demoPeople.length}.\n`);
}

/** The address of the application, as this computer reaches it. */
function onThisComputer({ host, port }: Pick<Config, "host" | "port">): string {
  if (["0.0.0.0", "::"].includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** Whether `--empty` was passed. Refuses any other argument. */
function readIsEmpty(): boolean {
  const words = process.argv.slice(2);
  if (words.some((word) => word !== "--empty"))
    throw new ConfigError("Usage: npm run demo [-- --empty]");
  return words.length > 0;
}

// The demo group has its own database, beside the real one on the same PostgreSQL. The database gets its name when it
// is complete, so that a fill that was interrupted starts again.

type Doors = { connection: ConnectionOptions; owner: ConnectionOptions };

/** How to connect to the demo database, as the server and as its owner. The first time, `fill` fills it. */
async function prepareDemoDatabase(
  { connection, owner }: Doors,
  fill: (unfinished: ConnectionOptions) => Promise<void>,
): Promise<Doors> {
  const client = new Client(owner);
  await client.connect();
  try {
    const found = await client.query("SELECT FROM pg_database WHERE datname = $1", [DEMO]);
    if (found.rowCount === 0) {
      await client.query(`DROP DATABASE IF EXISTS ${UNFINISHED}`);
      await client.query(`CREATE DATABASE ${UNFINISHED} TEMPLATE template0 ENCODING 'UTF8'`);
      // A crash before the renaming starts the fill again, and the renaming reaches the disk only after everything
      // before it.
      await client.query(`ALTER DATABASE ${UNFINISHED} SET synchronous_commit = off`);
      await fill(inDatabase(owner, UNFINISHED));
      await client.query(`ALTER DATABASE ${UNFINISHED} RESET synchronous_commit`);
      await client.query(`ALTER DATABASE ${UNFINISHED} RENAME TO ${DEMO}`);
    }
    return { connection: inDatabase(connection, DEMO), owner: inDatabase(owner, DEMO) };
  } finally {
    await client.end();
  }
}

/** Makes an empty database, and removes the one of the previous run with the group that was set up in it. */
async function prepareEmptyDatabase({ connection, owner }: Doors): Promise<Doors> {
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${EMPTY}`);
    await client.query(`CREATE DATABASE ${EMPTY} TEMPLATE template0 ENCODING 'UTF8'`);
    return { connection: inDatabase(connection, EMPTY), owner: inDatabase(owner, EMPTY) };
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== OBJECT_IN_USE) throw error;
    throw new ConfigError("Another empty demo is running. Stop it before you start this one.");
  } finally {
    await client.end();
  }
}
