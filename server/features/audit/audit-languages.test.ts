// What the program wrote into the audit log is read in each reader's language (SAFE-10).
import { readdir, readFile } from "node:fs/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditFacts } from "#domain/audit-log/audit-actions.ts";
import { message } from "#messages/message.ts";
import { storeMessage } from "#messages/stored-message.ts";
import { translatorFor } from "#messages/translator.ts";
import { startLivedInGroup } from "#tests/support/lived-in-group.ts";
import type { Json } from "#tests/support/test-group.ts";
import { inWords } from "./audit-in-words.ts";

let group: Awaited<ReturnType<typeof startLivedInGroup>>;
beforeAll(async () => {
  group = await startLivedInGroup();
});
afterAll(() => group.close());

/** From files that tests upload, and names of people and accounts. */
const ofFiles = new Set(["account_name", "statement_account", "file_name", "name", "auditor"]);
/** What people wrote: in requests, and the fine that the support charges without one. */
const byPeople = () => [...group.typed, "Late to the meeting"];
const isSentence = (text: string) => /\p{L}+ \p{L}+ \p{L}+/u.test(text);

type AuditText = { action: string; fact: string; text: string };

function textsOf(entries: Json[]): AuditText[] {
  return entries.flatMap(({ action, before, after }) =>
    [before, after]
      .flatMap((facts) => leaves(facts ?? {}, ""))
      .map((leaf) => ({ action, ...leaf })),
  );
}

function leaves(value: unknown, fact: string): Omit<AuditText, "action">[] {
  if (typeof value === "string") return [{ fact, text: value }];
  if (Array.isArray(value)) return value.flatMap((each) => leaves(each, fact));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, each]) => leaves(each, name));
}

const reasons = (of: AuditText[], action: string) =>
  of.flatMap((each) => (each.action === action && each.fact === "reason" ? [each.text] : []));

async function readAll(language: string): Promise<AuditText[]> {
  const token = await group.signIn(group.books.treasurer);
  const headers = { "Accept-Language": language };
  const { body } = await group.api("GET", "/api/audit/", { token, headers });
  return textsOf(body.entries);
}

test("no value that a reader of Swahili sees is an English sentence of the program", async () => {
  const refused = { email: group.books.secGen.email, password: "not the password" };
  await group.api("POST", "/api/user/login", { body: refused });
  const [english, swahili] = [await readAll("en"), await readAll("sw")];
  const known = new Set(english.map(({ text }) => text));
  const typed = byPeople();
  const left = swahili.filter(
    ({ fact, text }) =>
      isSentence(text) &&
      known.has(text) &&
      !ofFiles.has(fact) &&
      auditFacts[fact as keyof typeof auditFacts] !== "readings" &&
      !typed.some((each) => each.includes(text)),
  );
  expect([...new Set(left.map((each) => `${each.action} tells "${each.text}"`))]).toEqual([]);

  expect(reasons(english, "sessions.refuse")).toContain("Wrong name or password");
  expect(reasons(swahili, "sessions.refuse")).toContain("Jina au nenosiri si sahihi");
  expect(swahili.filter(({ text }) => text.startsWith("audited."))).toEqual([]);
});

test("the program stores no sentence: each that is in the log was written by a person or is stored by its key", async () => {
  const { rows } = await sql<{ action: string; before: Json; after: Json }>`
    SELECT action, before, after FROM audit_entries`.execute(group.db);
  const keys = textsOf(rows).filter(({ fact }) => fact === "key");
  expect(keys.map(({ text }) => text)).toContain("audited.wrongPassword");
  const typed = byPeople();
  const stored = textsOf(rows).filter(
    ({ fact, text }) =>
      isSentence(text) &&
      fact in auditFacts &&
      !ofFiles.has(fact) &&
      !typed.some((each) => each.includes(text)),
  );
  expect([...new Set(stored.map((each) => `${each.action}, ${each.fact}: ${each.text}`))]).toEqual(
    [],
  );
});

test("a sentence that a migration stored is read in both languages", async () => {
  const folder = new URL("../../db/migrations/", import.meta.url);
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const sources = await Promise.all(files.map((name) => readFile(new URL(name, folder), "utf8")));
  const written = /\{"reason": "([^"]+)"\}|SELECT write_baseline\('([^']+)'\)/g;
  const reasons = sources.flatMap((source) =>
    [...source.matchAll(written)].map(([, inJson, inCall]) => inJson ?? inCall ?? ""),
  );
  expect(reasons.length).toBeGreaterThan(4);
  for (const reason of reasons)
    expect(inWords({ reason }, "members.baseline", translatorFor("sw"))).not.toEqual({ reason });
});

test("a reason that a person wrote stays theirs, also if the program has the same words", () => {
  const facts = { reason: "wrong code", office: "Treasurer" };
  expect(inWords(facts, "members.reject", translatorFor("sw"))).toEqual(facts);
  const stored = { reason: storeMessage(message("audited.wrongCode")) };
  expect(inWords(stored, "sessions.refuse", translatorFor("sw"))).toEqual({
    reason: "Msimbo si sahihi",
  });
});
