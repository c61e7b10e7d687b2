// The Chairperson's word: whom it reaches, what it costs, and what is sent. Over HTTP on a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { startFoundedGroup } from "#tests/support/founded-group.ts";
import {
  messagesOf,
  refusedAt,
  startWordGroup,
  WORD,
  type WordGroup,
  wordOf,
} from "#tests/support/notice-senders.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";

const TEXT = wordOf().text;

let words: WordGroup;
let member: TestMember;

beforeAll(async () => {
  words = await startWordGroup();
  [member] = words.members;
});
afterAll(() => words.close());

describe("a preview", () => {
  test("tells people, parts and cost of a text of one part", async () => {
    const { status, body } = await words.preview();
    expect([status, body]).toEqual([
      200,
      {
        people: 7,
        by_sms: 7,
        parts: 7,
        cost: 5.6,
        texts: [TEXT],
        needs_second: false,
        left: 500,
      },
    ]);
    expect((await words.list()).count).toBe(0);
  });

  test.each([
    ["160 letters", "a".repeat(160), 1],
    ["161 letters", "a".repeat(161), 2],
    ["307 letters", "a".repeat(307), 3],
    ["70 with another character", `${"a".repeat(69)}ش`, 1],
    ["71 with another character", `${"a".repeat(70)}ش`, 2],
    ["135 with another character", `${"a".repeat(134)}ش`, 3],
  ])("of %s counts its parts for everybody", async (_name, text, each) => {
    const parts = 7 * each;
    expect((await words.preview({ text })).body).toMatchObject({ parts, cost: (8 * parts) / 10 });
  });

  test("shows the text as it goes out by SMS, and as it is read elsewhere", async () => {
    const { body } = await words.preview({
      text: "“Asante” – Mũthoni",
      channels: ["email", "sms"],
    });
    expect(body.texts).toEqual(['"Asante" - Muthoni', "“Asante” – Mũthoni"]);
    expect(body.parts).toBe(body.by_sms);
  });

  test("costs nothing by email, and at the last price that the gateway answered", async () => {
    expect((await words.preview({ channels: ["email"] })).body).toMatchObject({
      people: 7,
      by_sms: 0,
      parts: 0,
      cost: 0,
    });
    await words.group.db.updateTable("sms_gateway").set({ last_price_units: 10_500n }).execute();
    expect((await words.preview()).body.cost).toBe(7.35);
    await words.group.db.updateTable("sms_gateway").set({ last_price_units: null }).execute();
  });

  test("counts nobody who has turned words off, or whose number is sent no more texts", async () => {
    const [off, stopped] = words.members as [TestMember, TestMember];
    await words.choose(off, "sms", false);
    const { phone } = await words.group.db
      .selectFrom("members")
      .select("phone")
      .where("id", "=", stopped.id)
      .executeTakeFirstOrThrow();
    const at = words.group.clock.now();
    await words.group.db
      .insertInto("sms_stops")
      .values({ phone: phone ?? "", reason: "opted_out", at })
      .execute();
    expect((await words.preview()).body).toMatchObject({ people: 5, by_sms: 5, cost: 4 });
    // Both still get mail.
    expect((await words.preview({ channels: ["email", "sms"] })).body).toMatchObject({
      people: 7,
      by_sms: 5,
    });
    await words.choose(off, "sms", true);
    await words.group.db.deleteFrom("sms_stops").execute();
  });

  test("to who owes finds an unpaid fine, a loan and months that are past their day", async () => {
    const [fined, borrower, paid] = words.members as [TestMember, TestMember, TestMember];
    expect(refusedAt(await words.preview({ to: "owing" }))).toEqual([400, ["to"]]);
    await words.books.fine(fined, 50);
    await words.books.contribute(words.books.treasurer, 20_000);
    await words.books.contribute(borrower, 30_000);
    await words.books.lend(borrower, 500);
    expect((await words.preview({ to: "owing" })).body.people).toBe(2);
    await words.books.contribute(paid, 30_000);
    // By December everybody owes months but the three who paid ahead; one of them has the loan.
    await words.goTo("2026-12-16T09:00:00+03:00");
    expect((await words.preview({ to: "owing" })).body.people).toBe(5);
  });

  test("refuses each fault at its field", async () => {
    const faults: [Json, string][] = [
      [{ text: "" }, "text"],
      [{ text: "  \n " }, "text"],
      [{ text: undefined }, "text"],
      [{ text: "a".repeat(901) }, "text"],
      [{ to: "some" }, "to"],
      [{ channels: ["pigeon"] }, "channels"],
      [{ channels: "sms" }, "channels"],
      [{ channels: undefined }, "channels"],
      [{ channels: [] }, "channels"],
      // Nobody has a browser with push.
      [{ channels: ["push"] }, "channels"],
    ];
    for (const [more, field] of faults)
      for (const answer of [await words.preview(more), await words.send(more)])
        expect([more, ...refusedAt(answer)]).toEqual([more, 400, [field]]);
    expect((await words.list()).count).toBe(0);
  });

  test("is only the Chairperson's", async () => {
    for (const by of [words.books.treasurer, words.books.secGen, member]) {
      expect((await words.preview({}, by)).status).toBe(403);
      expect((await words.send({}, by)).status).toBe(403);
    }
    expect((await words.ask(member, "GET", WORD)).status).toBe(403);
  });
});

describe("a word to few", () => {
  test("goes out at once, once to each, and everybody reads it in the application", async () => {
    const text = "Mkutano umeahirishwa hadi Jumapili.";
    await words.choose(member, "sms", false);
    const sent = await words.send({ text });
    expect([sent.status, sent.body.detail]).toEqual([201, "The word goes out to 6 members."]);
    expect(sent.body.word).toMatchObject({
      text,
      to: "all",
      channels: ["sms"],
      people: 6,
      by_sms: 6,
      parts: 6,
      cost: 4.8,
      state: "sent",
      decided_by: null,
      written_by: { id: words.books.chairperson.id },
      may_agree: false,
      may_end: false,
    });
    await words.leaves(text, 6);
    for (const each of words.members)
      expect((await words.wordsOf(each))[0]).toMatchObject({ text });
    expect((await words.wordsOf(member))[0].channels).toEqual([]);
    await words.choose(member, "sms", true);
    const of = (await messagesOf(words.group)).filter((each) => each.text === text);
    expect(new Set(of.map(({ member_id }) => member_id)).size).toBe(6);
  });

  test("goes out once however often the same request comes", async () => {
    const text = "Leteni vitabu vyenu.";
    const headers = { "Idempotency-Key": "word-0001" };
    const answers = [
      await words.send({ text }, words.books.chairperson, headers),
      await words.send({ text }, words.books.chairperson, headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]!.body.word.id).toBe(answers[1]!.body.word.id);
    expect((await words.list()).words.filter((each) => each.text === text)).toHaveLength(1);
  });

  test("needs no agreement, and takes none", async () => {
    const { id } = (await words.send({ text: "Asanteni." })).body.word;
    expect((await words.agree(id, words.books.chairperson)).status).toBe(403);
    expect((await words.agree(id)).status).toBe(400);
    expect((await words.end(id)).status).toBe(400);
  });

  test("waits in quiet hours as every text does", async () => {
    await words.goTo("2026-12-16T21:00:00+03:00");
    const text = "Usiku mwema.";
    expect((await words.send({ text })).status).toBe(201);
    await expect
      .poll(async () => (await messagesOf(words.group)).filter((each) => each.text === text).length)
      .toBe(7);
    expect(words.sentTexts(text)).toEqual([]);
    await words.goTo("2026-12-17T07:01:00+03:00");
    await words.leaves(text, 7);
  });

  test("is refused where the month's cap leaves less than it costs", async () => {
    await words.setCap(1);
    expect((await words.preview()).body.left).toBe(0);
    expect(refusedAt(await words.send())).toEqual([400, ["channels"]]);
    await words.setCap(500);
  });
});

describe("a group that has neither email nor SMS", () => {
  let quiet: TestGroup;
  let chairperson: TestMember;
  let member: TestMember;

  beforeAll(async () => {
    const founded = await startFoundedGroup();
    quiet = founded.group;
    chairperson = founded.books.chairperson;
    member = await founded.books.member();
  });
  afterAll(() => quiet.close());

  const post = (path: string, channels: string[]) =>
    quiet.api("POST", path, { token: chairperson.token, body: wordOf({ channels }) });

  test("notifies everybody only in the application", async () => {
    expect((await post(`${WORD}preview/`, [])).body).toMatchObject({
      people: 4,
      by_sms: 0,
      parts: 0,
      cost: 0,
      texts: [TEXT],
      needs_second: false,
    });
    expect((await post(WORD, [])).body.word).toMatchObject({ state: "sent", people: 4 });
    const { body } = await quiet.api("GET", "/api/notices/", { token: member.token });
    expect(body.notices[0]).toMatchObject({ kind: "word", text: TEXT, about: null });
    expect((await verifyBooks(quiet.db)).breaches).toEqual([]);
  });

  test("learns which ways it has not", async () => {
    for (const [channel, name] of [
      ["sms", "SMS"],
      ["email", "email"],
    ] as const) {
      const { status, body } = await post(`${WORD}preview/`, [channel]);
      expect([status, body.errors]).toEqual([
        400,
        { channels: [`The group sends no ${name} yet.`] },
      ]);
    }
  });
});
