// What an operator of the built server relies on: the server's own role in an external database, its warnings, and
// signed backups.
import { execFile, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/db/embedded/embedded-postgres.ts";
import { passedOn } from "#tests/support/passed-on.ts";
import { startApplication, type Application } from "./application.ts";
import { freePort } from "#tests/support/machine.ts";

const built = fileURLToPath(new URL("../dist/server/", import.meta.url));
let application: Application;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  application = await startApplication("main", { fromNothing: true });
  postgres = await openEmbeddedPostgres({
    dataDir: application.dataDir,
    log: () => undefined,
  });
});
afterAll(async () => {
  await postgres?.close();
  await application?.close();
});

const addressOf = (user: string, database: string) =>
  `postgres://${user}@localhost/${database}?host=${encodeURIComponent(postgres.connection.host)}`;

async function asOwner<T>(database: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...postgres.connection, database });
  await client.connect();
  return work(client).finally(() => client.end());
}

/** The output of a server with these settings while `work` runs beside it. */
async function withServer(
  env: NodeJS.ProcessEnv,
  work: (url: string) => Promise<unknown>,
): Promise<string> {
  const port = await freePort("127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(built, "main.js")], {
    env: {
      ...passedOn(),
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(application.dataDir, "external"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (printed += text.toString()));
  const ended = new Promise((resolve) => child.once("close", resolve));
  try {
    await expect
      .poll(async () => (await fetch(`${url}/api/health`).catch(() => null))?.status)
      .toBe(200);
    await work(url);
  } catch (error) {
    throw new Error(printed, { cause: error });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
  return printed;
}

/** How a command of the build ends with these settings and options. */
async function endOf(command: string, { env = {}, options = [] as string[] }) {
  const child = spawn(process.execPath, [join(built, `${command}.js`), ...options], {
    env: { ...passedOn(), DATA_DIR: application.dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (text: Buffer) => (errors += text.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, errors };
}

describe("what an operator got wrong is a sentence and exit 1, without a stack:", () => {
  const commands = [
    "main",
    "verify",
    "backup",
    "restore",
    "move",
    "accept-database",
    "accept-clock",
    "setup-link",
    "appoint",
    "mail",
    "mpesa",
    "text",
  ];
  test.each(commands)("an unknown option of %s", async (command) => {
    const env = { SMS_USERNAME: "chama", SMS_API_KEY: "atsk_1" };
    const { code, errors } = await endOf(command, { env, options: ["--nonsense"] });
    expect(errors).toMatch(/^Unknown option '--nonsense'\.\nUsage: npm (run [a-z-]+|start)/);
    expect(errors).not.toMatch(/^ {4}at /m);
    expect(code).toBe(1);
  });

  test.each([
    [{ HOST: "203.0.113.7" }, /^HOST must be an address of this machine/],
    [{ HOST: "no-such-host.invalid" }, /^HOST must be an address of this machine/],
    [{ PUBLIC_URL: "ftp://akiba.example" }, /^PUBLIC_URL must start with http/],
    [{ PUBLIC_URL: "https://akiba.example/chama" }, /^PUBLIC_URL must start with http/],
    [{ SMTP_URL: "mail.example:25" }, /^SMTP_URL must start with smtp/],
    [
      { DATABASE_URL: "postgres://a@127.0.0.1:1/b" },
      /^The database of DATABASE_URL cannot be used/,
    ],
    [{ DATABASE_URL: "postgres://a@no.invalid/b" }, /^The database of DATABASE_URL cannot be used/],
    [{ DATA_DIR: "/dev/null/data" }, /a part of the path is not a folder/],
    [{ BACKUP_SIGNING_KEY: "/dev/null" }, /cannot be read as the key/],
  ])("%o", async (env, sentence) => {
    const { code, errors } = await endOf("main", {
      env: { PORT: String(await freePort("127.0.0.1")), ...env },
    });
    expect(errors).toMatch(sentence);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  });
});

describe("with an external database", () => {
  test("the server works as a role that owns nothing, its jobs too", async () => {
    await asOwner("postgres", async (client) => {
      await client.query("CREATE ROLE group_owner LOGIN");
      await client.query("CREATE ROLE group_server LOGIN");
      await client.query("CREATE DATABASE two_roles OWNER group_owner");
    });
    const printed = await withServer(
      {
        DATABASE_URL: addressOf("group_server", "two_roles"),
        MIGRATE_URL: addressOf("group_owner", "two_roles"),
        SMTP_URL: application.mail.url,
      },
      async (url) => {
        const response = await fetch(`${url}/api/user/signup/`, {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({
            first_name: "Zawadi",
            last_name: "Mumo",
            username: "zawadi.mumo",
            email: "zawadi.mumo@example.com",
            RegNo: "REG/ZM",
            phone: "0712000111",
            password: "mti wa matunda 27",
            confirm_password: "mti wa matunda 27",
          }),
        });
        expect(response.status).toBe(201);
        // Sent by the job queue, under the server's role.
        await application.mail.next("zawadi.mumo@example.com", /./);
        await asOwner("two_roles", async (client) => {
          // Without PostgreSQL's own processes, such as autovacuum, which have no name.
          const signedIn = async () => {
            const { rows } = await client.query(
              "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = 'two_roles' AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
            );
            return rows;
          };
          await expect.poll(signedIn).toEqual([{ usename: "group_server" }]);
          const owned = await client.query(
            "SELECT FROM pg_class WHERE relowner = 'group_server'::regrole",
          );
          expect(owned.rowCount).toBe(0);
        });
      },
    );
    expect(printed).not.toContain("owner of its tables");
  });

  test("a server with one address, and one in production without mail, warns of it", async () => {
    await asOwner("postgres", (client) => client.query("CREATE DATABASE one_role"));
    const printed = await withServer(
      { DATABASE_URL: addressOf("akiba", "one_role"), NODE_ENV: "production", SMTP_URL: "" },
      async () => undefined,
    );
    expect(printed).toContain("as the owner of its tables");
    expect(printed).toContain("SMTP_URL is not set");
  });
});

const restore = (file: string, folder: string, ...more: string[]) =>
  new Promise<{ code: unknown; printed: string }>((resolve) =>
    execFile(
      process.execPath,
      [join(built, "restore.js"), "--from", file, ...more],
      { env: { ...passedOn(), DATA_DIR: join(application.dataDir, folder), DATABASE_URL: "" } },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, printed: stdout + stderr }),
    ),
  );

describe("a backup", () => {
  test("is signed; a restore names the signer, and refuses an altered one", async () => {
    const file = join(application.dataDir, "signed.tar.gz");
    const reported = await application.command("backup", "--to", file);
    const signer = /signed by ((?:[0-9a-f]{4} ?){8}) \(this machine's own key\)/.exec(
      reported,
    )?.[1];
    const digest = /digest of the manifest: ([0-9a-f]{64})/.exec(reported)?.[1];
    expect([signer, digest]).not.toContain(undefined);

    const whole = await restore(file, "whole", "--signer", signer!);
    expect(whole).toEqual({ code: 0, printed: expect.stringContaining(`signed by ${signer}`) });
    expect(whole.printed).toContain(digest);

    const tar = gunzipSync(await readFile(file)).toString("latin1");
    const at = tar.lastIndexOf('"made_at": "2');
    const altered = join(application.dataDir, "altered.tar.gz");
    const changed = `${tar.slice(0, at)}"made_at": "1${tar.slice(at + '"made_at": "2'.length)}`;
    await writeFile(altered, gzipSync(Buffer.from(changed, "latin1")));
    expect(await restore(altered, "altered")).toEqual({
      code: 1,
      printed: expect.stringContaining("The backup was altered"),
    });
    const accepted = await restore(altered, "altered", "--accept-unsigned");
    expect(accepted).toEqual({ code: 0, printed: expect.stringContaining("ALTERED") });
  });
});
