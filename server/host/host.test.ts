// Many groups behind one door: each answers under its own name alone, sleeps, wakes, and is never taken for another.
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inDatabase } from "#server/db/connection.ts";
import { withClient } from "#server/db/primary.ts";
import { isHost } from "#server/platform/config.ts";
import { openPasswords } from "#server/platform/password-hash.ts";
import { startHost } from "#tests/support/host.ts";
import { createGroup } from "./create-group.ts";
import { readHostConfig } from "./host-config.ts";
import { openPepper } from "./host.ts";
import { listGroups } from "./list-groups.ts";

let site: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  site = await startHost({ sleepsAfterMs: 400, forwardedBy: "127.0.0.1" });
});
afterAll(() => site.close());

const password = "mti wa matunda 27";
const chairperson = (username: string) => ({
  first_name: "Amina",
  last_name: "Hassan",
  username,
  email: `${username}@example.com`,
  RegNo: "U/001",
  phone: "0722000001",
  password,
  confirm_password: password,
});
const terms = {
  bank_name: "Equity Bank",
  monthly_contribution: 1000,
  late_fine_after_months: 3,
  late_fine_amount: 100,
  financial_year_start: "01-01",
  language: "en",
};

const create = (name: string, title = "A group") =>
  createGroup(site.host, { name, title, founder: null, now: new Date() });

/** A founded group, its setup link's token, and its Chairperson's session. */
async function found(title: string) {
  const name = site.newName();
  const { setupLink } = await create(name, title);
  const token = setupLink?.split("#")[1] ?? "";
  const body = { token, group: { ...terms, group_name: title }, chairperson: chairperson("amina") };
  const setUp = () => site.ask(name, "POST", "/api/setup/", { body });
  return { name, token, body, setUp };
}

const signIn = (name: string) =>
  site.ask(name, "POST", "/api/user/login", { body: { email: "amina@example.com", password } });

const hashOf = (group: string) =>
  withClient(inDatabase(site.host.directory.postgres.owner, `group_${group}`), async (client) => {
    const { rows } = await client.query<{ hash: string }>(
      "SELECT password_hash AS hash FROM members",
    );
    return rows[0]?.hash;
  });

const connectionsTo = (name: string) =>
  withClient(site.host.directory.postgres.owner, async (client) => {
    const { rows } = await client.query(
      "SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name <> ''",
      [`group_${name}`],
    );
    return rows.length;
  });

describe("a host", () => {
  test("is what MANY_GROUPS=on says, and has no setting of one group", () => {
    expect(isHost({})).toBe(false);
    expect(isHost({ MANY_GROUPS: "on" })).toBe(true);
    expect(() => isHost({ MANY_GROUPS: "yes" })).toThrow("MANY_GROUPS must be one of off, on");
    for (const name of ["MPESA_KEY", "PASSWORD_PEPPER", "DATABASE_READ_URL", "BACKUP_RECIPIENT"])
      expect(() => readHostConfig({ MANY_GROUPS: "on", [name]: "x".repeat(40) })).toThrow(
        `${name} belongs to one group`,
      );
  });

  test("has a key that nobody else reads, outside of every database", async () => {
    const file = join(site.dataDir, "host-key");
    expect((await stat(file)).mode & 0o077).toBe(0);
    const { name } = await found("Keyed");
    const row = await site.host.directory.db
      .selectFrom("groups")
      .select("pepper")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    expect(row.pepper.toString("utf8")).not.toContain((await readFile(file, "utf8")).trim());
    expect(row.pepper.length).toBeGreaterThan(44);
  });

  test("refuses a name that no group may have, and one that a group has", async () => {
    await expect(create("www")).rejects.toThrow('cannot have the name "www"');
    await expect(create("Umoja")).rejects.toThrow("small letters");
    const name = site.newName();
    await create(name);
    await expect(create(name)).rejects.toThrow("There is, or was, a group with the name");
    await expect(create(site.newName(), " ")).rejects.toThrow("needs a title");
  });

  test("goes on with a founding that was cut off", async () => {
    const name = site.newName();
    await site.host.directory.db
      .insertInto("groups")
      .values({
        name,
        title: "Half",
        database: `group_${name}`,
        identity: "0c6ba8f4-92d8-4ac7-8f4c-3a6d8f3c6a11",
        state: "creating",
        pepper: site.host.box.seal(Buffer.from("p".repeat(44)), name).bytes,
        created_at: new Date(),
      })
      .execute();
    await withClient(site.host.directory.postgres.owner, (client) =>
      client.query(`CREATE DATABASE group_${name}`),
    );
    expect((await site.ask(name, "GET", "/api/setup/")).status).toBe(404);
    await create(name);
    expect((await site.ask(name, "GET", "/api/setup/")).body).toMatchObject({ open: true });
  });

  test("lists its groups without anything that a member has", async () => {
    const { name, setUp } = await found("Listed");
    expect((await setUp()).status).toBe(201);
    const group = (await listGroups(site.host)).find((each) => each.name === name);
    expect(group).toMatchObject({
      title: "Listed",
      url: `http://${name}.akiba.example`,
      state: "active",
      database: `group_${name}`,
      failing: null,
    });
    expect(group?.schema).toBe(group?.schema_wanted);
    expect(group?.size_mb).toBeGreaterThan(5);
    expect(JSON.stringify(group)).not.toContain("amina");
  });
});

describe("the front door", () => {
  test("answers 404 where no group is, on every path but health", async () => {
    for (const name of ["nobody-here", "www", "a.b"])
      for (const path of ["/", "/api/user/profile/", "/dashboard"]) {
        const answer = await site.ask(name, "GET", path);
        expect(answer).toMatchObject({
          status: 404,
          body: { detail: "There is no group at this address." },
        });
      }
    expect(await site.ask("nobody-here", "GET", "/api/health")).toMatchObject({ status: 200 });
    expect(await site.ask("", "GET", "/api/health")).toMatchObject({ status: 200 });
  });

  test("passes each request to the group of its name; nothing of one is worth anything at another", async () => {
    const [one, other] = [await found("One"), await found("Other")];
    const wrong = { ...one.body, token: other.token };
    expect((await site.ask(one.name, "POST", "/api/setup/", { body: wrong })).status).toBe(403);
    expect((await one.setUp()).status).toBe(201);
    expect((await signIn(other.name)).status).toBe(401);
    const signedIn = await signIn(one.name);
    expect(signedIn.status).toBe(200);
    const token = String(signedIn.body["access"]);
    const profile = (name: string) => site.ask(name, "GET", "/api/user/profile/", { token });
    expect((await profile(one.name)).status).toBe(200);
    expect((await profile(other.name)).status).toBe(401);
    expect((await site.ask("", "GET", "/api/user/profile/", { token })).status).toBe(404);
    expect((await site.ask(one.name, "GET", "/api/setup/")).body["group_name"]).toBe("One");
    expect((await site.ask(other.name, "GET", "/api/setup/")).body).toMatchObject({ open: true });
  });

  test("believes a forwarded name from a proxy alone", async () => {
    const { name } = await found("Forwarded");
    const headers = { "X-Forwarded-Host": `${name}.akiba.example` };
    expect((await site.ask("", "GET", "/api/setup/", { headers })).body).toMatchObject({
      open: true,
    });
    const alone = await startHost();
    try {
      await createGroup(alone.host, {
        name: alone.newName(),
        title: "Alone",
        founder: null,
        now: new Date(),
      });
      expect((await alone.ask("", "GET", "/api/setup/", { headers })).status).toBe(404);
    } finally {
      await alone.close();
    }
  });

  test("hashes passwords of each group with a pepper of its own", async () => {
    const [{ name, setUp }, other] = [await found("Peppered"), await found("Otherwise peppered")];
    await setUp();
    const hash = await hashOf(name);
    expect(hash).toMatch(/^peppered:/);
    const rows = await site.host.directory.db
      .selectFrom("groups")
      .selectAll()
      .where("name", "in", [name, other.name])
      .execute();
    for (const row of rows) {
      const passwords = openPasswords(openPepper(site.host, row));
      expect(await passwords.match(hash ?? null, password)).toBe(row.name === name ? "yes" : "no");
    }
    expect(rows).toHaveLength(2);
  });
});

describe("a group that nobody asks", () => {
  test("sleeps without a connection, and wakes with the next request", async () => {
    const { name } = await found("Sleepy");
    // It sleeps soon, so on a slow machine it may have slept when one looks.
    const isAwake = async () => {
      expect((await site.ask(name, "GET", "/api/setup/")).status).toBe(200);
      return site.groups.names().includes(name) && (await connectionsTo(name)) > 0;
    };
    await expect.poll(isAwake).toBe(true);
    await expect.poll(() => site.groups.names()).not.toContain(name);
    await expect.poll(() => connectionsTo(name)).toBe(0);
    const row = await site.host.directory.db
      .selectFrom("groups")
      .select("wakes_at")
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    expect(row.wakes_at?.getTime()).toBeGreaterThan(Date.now());
    expect((await site.ask(name, "GET", "/api/setup/")).status).toBe(200);
  });

  test("is woken for a job that is due", async () => {
    const { name } = await found("Due");
    await site.ask(name, "GET", "/api/setup/");
    await expect.poll(() => site.groups.names()).not.toContain(name);
    await site.host.directory.db
      .updateTable("groups")
      .set({ wakes_at: new Date(Date.now() - 1_000) })
      .where("name", "=", name)
      .execute();
    await expect.poll(() => site.groups.names()).toContain(name);
  });
});

test("a database that is not the group's own is never served", async () => {
  const { name } = await found("Real");
  const { db } = site.host.directory;
  await site.ask(name, "GET", "/api/setup/");
  await expect.poll(() => site.groups.names()).not.toContain(name);
  await db
    .updateTable("groups")
    .set({ identity: "0c6ba8f4-92d8-4ac7-8f4c-3a6d8f3c6a12" })
    .where("name", "=", name)
    .execute();
  // A due job may have woken it meanwhile: the next connection is refused, once it has slept again.
  const ask = () => site.ask(name, "GET", "/api/setup/");
  await expect.poll(async () => (await ask()).status, { interval: 2_000 }).toBe(503);
  expect(Number((await ask()).retryAfter)).toBeGreaterThan(0);
  const listed = (await listGroups(site.host)).find((each) => each.name === name);
  expect(listed).toMatchObject({ state: "failing" });
  expect(listed?.failing).toContain("not that of this group");
});
