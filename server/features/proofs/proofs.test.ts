import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { proofFile, type ProofFileView } from "#contract/proof-file.ts";
import { checkProof, type ProofFile } from "#domain/proofs/check-proof.ts";
import { readHex } from "#domain/proofs/fingerprint.ts";
import { isConsistent } from "#domain/proofs/merkle-tree.ts";
import { noteSeen } from "#server/db/seen-database.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import {
  appointBookkeepers,
  type Bookkeeping,
  startFoundedGroup,
} from "#tests/support/founded-group.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

const PROOF = "/api/audit/proof/";

let group: TestGroup;
let books: Bookkeeping;
let member: TestMember;
let other: TestMember;
let newcomer: TestMember;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup());
  const { chairperson } = books;
  member = await group.activeMember(chairperson, { first_name: "Mũthoni", username: "muthoni" });
  other = await group.activeMember(chairperson, { first_name: "Barasa", username: "barasa" });
  newcomer = await group.pendingMember();
  for (const kes of [1_000, 2_000.5, 3_000]) {
    await books.contribute(member, kes);
    await books.contribute(other, kes + 44_444.44);
  }
  const loanId = await books.lend(member, 1_500);
  await books.repay(member, loanId, 100);
  await books.lend(other, 7_777.77);
  await books.fine(member, 200);
  await sealAudit(group.db);
});
afterAll(() => group.close());

const tools = {
  hash: (data: Uint8Array): Uint8Array => createHash("sha256").update(data).digest(),
  utf8: (text: string): Uint8Array => new TextEncoder().encode(text),
};

async function download(by: TestMember): Promise<ProofFileView> {
  const { status, body } = await group.api("GET", PROOF, { token: by.token });
  expect(status).toBe(200);
  return body;
}

/** A copy with one thing done to it. */
function altered(file: ProofFileView, change: (copy: Json) => void): ProofFile {
  const copy: Json = structuredClone(file);
  change(copy);
  return copy;
}

/** The first part of an entry that the file shows. */
const shown = (copy: Json, entry: number) =>
  copy.entries[entry].parts.find((part: Json) => part.text !== undefined);

const ask = (query: string) => group.api("GET", `/api/audit/consistency/?${query}`);

const holds = ({ from, to, path }: Json) =>
  isConsistent(tools.hash, {
    from: from.entries,
    to: to.entries,
    fromRoot: readHex(from.fingerprint)!,
    toRoot: readHex(to.fingerprint)!,
    path: path.map((each: string) => readHex(each)),
  });

describe("a member's proof", () => {
  test("is a file of the contract's shape, named for its member and day", async () => {
    const answer = await group.api("GET", PROOF, { token: member.token });
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="akiba-proof-muthoni-2026-03-16.json"',
    );
    expect(proofFile.safeParse(answer.body).success).toBe(true);
    const head = (await group.api("GET", "/api/audit/head/", { token: member.token })).body;
    expect(answer.body).toMatchObject({
      group: "Akiba Group",
      made_at: "2026-03-16T09:00:00.000+03:00",
      head,
      member: { id: member.id, username: "muthoni" },
      not_yet_logged: 0,
    });
  });

  test.each([
    ["en", "Open http://localhost:3000/check and choose this file."],
    ["sw", "Fungua http://localhost:3000/check na uchague faili hili."],
  ])("says how to check it in the reader's language: %s", async (language, first) => {
    const headers = { "Accept-Language": language };
    const { body } = await group.api("GET", PROOF, { token: member.token, headers });
    expect(body.how).toHaveLength(7);
    expect(body.how[0]).toContain(first);
  });

  test("holds every entry that names them, and each is proven by few hashes", async () => {
    const file = await download(member);
    const { lines, faults } = checkProof(tools, file);
    expect(faults).toEqual([]);
    expect(new Set(lines.map(({ entryId }) => entryId)).size).toBe(6);
    const savings = lines.filter(({ account }) => account === "monthly_contribution");
    expect(savings.map(({ amountCents }) => amountCents)).toEqual([
      -100_000n,
      -200_050n,
      -300_000n,
    ]);
    const height = Math.ceil(Math.log2(file.head.entries));
    for (const { path } of file.entries) expect(path.length).toBeLessThanOrEqual(height);
  });

  test("names each entry to which anything was done", async () => {
    const file = await download(member);
    const faultsOf = (change: (copy: Json) => void) =>
      checkProof(tools, altered(file, change)).faults.map(({ entry, why }) => [entry, why]);

    expect(
      faultsOf((copy) => {
        const part = shown(copy, 1);
        part.text = part.text.replace("200050", "900050");
      }),
    ).toEqual([[2, "not-in-log"]]);
    expect(
      faultsOf((copy) => (shown(copy, 2).text = shown(copy, 2).text.replace("Contr", "contr"))),
    ).toEqual([[3, "not-in-log"]]);
    expect(faultsOf((copy) => (shown(copy, 0).salt = "00".repeat(32)))).toEqual([
      [1, "not-in-log"],
    ]);
    expect(faultsOf((copy) => (copy.entries[0].path[1] = "ab".repeat(32)))).toEqual([
      [1, "not-in-log"],
    ]);
    expect(faultsOf((copy) => copy.entries[3].path.pop())).toEqual([[4, "not-in-log"]]);
    expect(faultsOf((copy) => copy.entries[3].parts.pop())).toEqual([[4, "not-in-log"]]);
    expect(faultsOf((copy) => (copy.entries[0].place += 1))).toEqual([[1, "not-in-log"]]);
    expect(faultsOf((copy) => copy.entries.push(copy.entries[0]))).toEqual([[7, "twice"]]);
    expect(faultsOf((copy) => (shown(copy, 0).text = "[1"))).toEqual([[1, "unreadable"]]);
    expect(faultsOf((copy) => (copy.head.entries += 1))).not.toEqual([]);
    expect(faultsOf((copy) => (copy.head.fingerprint = "cd".repeat(32)))).toHaveLength(6);
    const theirs = await download(other);
    expect(faultsOf((copy) => copy.entries.push(theirs.entries[0]))).toEqual([[7, "not-yours"]]);
    expect(faultsOf((copy) => (copy.member.id = other.id))).toHaveLength(6);
  });

  test("has nothing of anybody else: no name, no number, no amount", async () => {
    const text = JSON.stringify(await download(member));
    const officials = [books.chairperson, books.treasurer, books.secGen];
    for (const person of [other, newcomer, ...officials]) {
      expect(text).not.toContain(person.username);
      expect(text).not.toContain(person.email);
    }
    expect(text).not.toMatch(/Barasa|4544444|4644494|777777|855555/);
    const shown = (await download(member)).entries.flatMap(({ parts }) =>
      parts.flatMap((part) => ("text" in part ? [JSON.parse(part.text) as unknown[]] : [])),
    );
    expect(new Set(shown.map((fields) => fields[6]))).toEqual(new Set([member.id]));
  });

  test("shares no salt with another's, and tells none of a part it hides", async () => {
    const [mine, theirs] = [await download(member), await download(other)];
    const salts = [mine, theirs].flatMap(({ entries }) =>
      entries.flatMap(({ parts }) => parts.flatMap((part) => ("salt" in part ? part.salt : []))),
    );
    expect(new Set(salts).size).toBe(salts.length);
    // What the entry says of itself, such as who approved it, is hidden in every entry.
    for (const { parts } of mine.entries) expect(Object.keys(parts[0]!)).toEqual(["hash"]);
  });

  test("is for whoever is signed in, also before approval, and for nobody else", async () => {
    expect((await download(newcomer)).entries).toEqual([]);
    expect((await group.api("GET", PROOF)).status).toBe(401);
    expect((await group.api("GET", "/api/audit/noted/", { token: member.token })).status).toBe(403);
  });

  test("says how many entries are too new for the log", async () => {
    await books.contribute(other, 5);
    const file = await download(other);
    expect(file.not_yet_logged).toBe(1);
    expect(checkProof(tools, file).faults).toEqual([]);
    await sealAudit(group.db);
    expect((await download(other)).not_yet_logged).toBe(0);
  });
});

describe("an earlier log in the present one", () => {
  test("is proven to anybody, for every earlier size", async () => {
    const { head } = await download(member);
    for (let from = 1; from <= head.entries; from++) {
      const { status, body } = await ask(`from=${from}&to=${head.entries}`);
      expect(status).toBe(200);
      expect(body.to).toEqual(head);
      expect(holds(body)).toBe(true);
    }
    const present = await ask("from=1");
    expect(present.body.to.entries).toBeGreaterThanOrEqual(head.entries);
  });

  test("keeps the head of a file that was downloaded before", async () => {
    const { head } = await download(member);
    await books.contribute(other, 10);
    await sealAudit(group.db);
    const { body } = await ask(`from=${head.entries}`);
    expect(body.from).toEqual(head);
    expect(body.to.entries).toBeGreaterThan(head.entries);
    expect(holds(body)).toBe(true);
  });

  test.each([
    ["from=0", "from"],
    ["from=x", "from"],
    ["", "from"],
    ["from=99999999", "from"],
    ["from=1&to=99999999", "to"],
    ["from=9&to=8", "from"],
    ["from=9007199254740993", "from"],
  ])("refuses %s", async (query, field) => {
    const { status, body } = await ask(query);
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  });
});

test("before its first entry the log proves nothing", async () => {
  const empty = await startGroup();
  const first = await empty.pendingMember();
  expect((await empty.api("GET", PROOF, { token: first.token })).status).toBe(400);
  expect((await empty.api("GET", "/api/audit/consistency/?from=1")).status).toBe(400);
  await empty.close();
});

test("the log tells when another copy of its database was accepted, which may lack what a proof has", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "akiba-accepted-"));
  const copied = await startGroup({ env: { DATA_DIR: dataDir } });
  try {
    await appointBookkeepers(copied);
    await sealAudit(copied.db);
    const askOnce = async () => (await copied.api("GET", "/api/audit/consistency/?from=1")).body;
    expect(await askOnce()).not.toHaveProperty("accepted_at");
    await noteSeen(dataDir, {
      database: "akiba",
      system: null,
      timeline: null,
      size: 0,
      root: null,
      accepted: "2026-03-16T05:30:00.000Z",
    });
    expect((await askOnce()).accepted_at).toBe("2026-03-16T08:30:00.000+03:00");
  } finally {
    await copied.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
