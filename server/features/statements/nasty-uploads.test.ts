import { afterAll, beforeAll, expect, test } from "vitest";
import { failures } from "#messages/en/answers.ts";
import { refusals } from "#messages/en/refusals.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { type Bookkeeping, startFoundedGroup } from "#tests/support/founded-group.ts";
import { type HeldReader, makeHeldReader, whileHeld } from "#tests/support/held-reader.ts";
import { nastyUploads, type NastyUpload } from "#tests/support/nasty-uploads.ts";
import {
  paidIn,
  paybillStatement,
  uploadStatement,
  type WrittenStatement,
} from "#tests/support/statements.ts";
import type { Json, TestGroup } from "#tests/support/test-group.ts";

const STATEMENTS = "/api/statements/";

let group: TestGroup;
let books: Bookkeeping;
let reader: HeldReader;

beforeAll(async () => {
  reader = await makeHeldReader();
  ({ group, books } = await startFoundedGroup({
    startsAt: "2027-01-10T09:00:00+03:00",
    readWorker: reader.worker,
  }));
});
afterAll(async () => {
  await reader.remove();
  await group.close();
});

const read = async (path: string): Promise<Json> =>
  (await group.api("GET", path, { token: books.treasurer.token })).body;

async function addAccount(name: string): Promise<string> {
  const { body } = await group.api("POST", `${STATEMENTS}accounts/`, {
    token: books.treasurer.token,
    body: { name, kind: "bank" },
  });
  return String(body.account.id);
}

async function send(
  upload: Pick<NastyUpload, "bytes" | "fields">,
  { account, path, language }: { account: string; path?: string; language?: "en" | "sw" },
) {
  return uploadStatement(group, {
    token: books.treasurer.token,
    file: upload.bytes,
    fields: { ...upload.fields, account_id: account },
    ...(path !== undefined && { path }),
    ...(language !== undefined && { language }),
  });
}

/** Others are answered while a process has the file in hand. */
function sendBesideOthers(upload: NastyUpload, to: { account: string; path: string }) {
  const sent = () => send(upload, to);
  // Nothing reads it.
  if ("refused" in upload && upload.refused === "fileTooLarge") return sent();
  return whileHeld(reader, sent, async () => {
    expect((await group.api("GET", "/api/health")).status).toBe(200);
    expect((await read(`${STATEMENTS}lines/?page=1`)).count).toBeTypeOf("number");
  });
}

/** What the preview says in each language, what the import then does, and the lines that stand afterwards. */
async function follow(upload: NastyUpload, account: string) {
  const path = `${STATEMENTS}preview/`;
  const english = await sendBesideOthers(upload, { account, path });
  const swahili = await send(upload, { account, path, language: "sw" });
  const imported = await send(upload, { account, language: "sw" });
  const { lines } = await read(`${STATEMENTS}lines/?page=1&page_size=100&account_id=${account}`);
  return { english, swahili, imported, lines };
}

const positions = (problems: Json[]) => problems.map(({ line, column }) => [line, column]);

const cents = (lines: Json[]): bigint[] =>
  lines
    .filter(({ kind }) => kind !== "failed")
    .map(({ amount }) => BigInt(Math.round(amount * 100)))
    .toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0));

const sentences: Readonly<Record<string, unknown>> = { ...failures, ...refusals };

/** In the shape of what `tellOf` makes of the answers. */
function wanted(upload: NastyUpload) {
  const nothing = { problems: [], lines: [] };
  if ("refused" in upload)
    return {
      preview: String(sentences[upload.refused])
        .replace("{megabytes}", "10")
        .replace("{numbers}", "0110, 0220"),
      import: "refused",
      ...nothing,
    };
  if ("problems" in upload)
    return { ...nothing, preview: "read", import: "refused", problems: upload.problems };
  return { ...nothing, preview: "read", import: upload.state ?? "whole", lines: upload.amounts };
}

function tellOf({ english, swahili, imported, lines }: Awaited<ReturnType<typeof follow>>) {
  for (const { status } of [english, swahili, imported])
    expect([200, 201, 400, 413]).toContain(status);
  return {
    preview: english.status === 200 ? "read" : english.body.detail,
    import: imported.status < 300 ? imported.body.statement.state : "refused",
    problems: positions(english.body.problems ?? []),
    lines: cents(lines),
  };
}

const sentencesOf = (body: Json): string[] =>
  [body.detail, ...(body.problems ?? []).map(({ detail }: Json) => detail)].filter(Boolean);

test("a nasty file is refused in words or reported as it is, and no line comes that is not in it", async () => {
  const uploads = await nastyUploads();
  expect(uploads.length).toBeGreaterThanOrEqual(15);
  const found: object[] = [];
  for (const [index, upload] of uploads.entries()) {
    const account = await addAccount(`Account ${index}`);
    const outcome = await follow(upload, account);
    found.push({ name: upload.name, ...tellOf(outcome) });
    // Each language says it in words of its own, about the same cells.
    const [english, swahili] = [outcome.english.body, outcome.swahili.body];
    expect(positions(swahili.problems ?? [])).toEqual(positions(english.problems ?? []));
    const same = sentencesOf(english).filter(
      (sentence, at) => sentence === sentencesOf(swahili)[at],
    );
    expect({ name: upload.name, same }).toEqual({ name: upload.name, same: [] });
    const total = (english.lines ?? []).length;
    expect(total === 0 || english.counts.error > 0 || total >= cents(outcome.lines).length).toBe(
      true,
    );
  }
  expect(found).toEqual(uploads.map((upload) => ({ name: upload.name, ...wanted(upload) })));
  expect((await verifyBooks(group.db)).breaches).toEqual([]);
});

test("files that overlap add what is new, and days between two files are named", async () => {
  const account = await addAccount("Overlapping");
  const movements = [
    paidIn("UC01OVERLA", "2026-03-02 10:00:00", 100),
    paidIn("UC02OVERLA", "2026-03-03 10:00:00", 200),
    paidIn("UC03OVERLA", "2026-03-04 10:00:00", 300),
  ];
  const upload = async (written: WrittenStatement) =>
    (await send({ bytes: Buffer.from(paybillStatement(written)) }, { account })).body;
  const first = { opening: 0n, from: "2026-03-01", to: "2026-03-03" };
  expect((await upload({ ...first, movements: movements.slice(0, 2) })).counts).toMatchObject({
    new: 2,
    known: 0,
  });
  const second = { opening: 10_000n, from: "2026-03-03", to: "2026-03-05" };
  expect((await upload({ ...second, movements: movements.slice(1) })).counts).toMatchObject({
    new: 1,
    known: 1,
  });
  const third = { opening: 90_000n, from: "2026-03-10", to: "2026-03-11" };
  const later = [paidIn("UC04OVERLA", "2026-03-10 10:00:00", 50)];
  const { statement } = await upload({ ...third, movements: later });
  expect(statement.gaps).toEqual([{ from: "2026-03-06", to: "2026-03-09" }]);
  const lines = await read(`${STATEMENTS}lines/?page=1&page_size=100&account_id=${account}`);
  expect(cents(lines.lines)).toEqual([5_000n, 10_000n, 20_000n, 30_000n]);
});

test("officials read on home how many lines are open, and members do not", async () => {
  const { count } = await read(`${STATEMENTS}lines/?page=1&state=open`);
  expect(count).toBeGreaterThan(0);
  expect((await read("/api/user/get_user_data")).open_statement_lines).toBe(count);
  const member = await books.member();
  const own = await group.api("GET", "/api/user/get_user_data", { token: member.token });
  expect(own.body).not.toHaveProperty("open_statement_lines");
});
