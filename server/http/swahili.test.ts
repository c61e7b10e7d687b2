import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inSwahili } from "#server/core/mail/in-swahili.ts";
import { phrases } from "#server/core/mail/phrases-sw.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
import { frameworkFailures } from "./failure.ts";
import { acceptedLanguage } from "./language.ts";

let group: TestGroup;

beforeAll(async () => {
  group = await startGroup();
});
afterAll(() => group.close());

const swahili = { "Accept-Language": "sw" };

describe("answers", () => {
  test("refusals are said in Swahili to who asks for it, and in English to everybody else", async () => {
    const body = { email: "nobody@example.com", password: "si hili" };
    const asked = await group.api("POST", "/api/user/login", { body, headers: swahili });
    expect(asked.status).toBe(401);
    expect(asked.body.detail).toBe("Baadhi ya maelezo yako ya kuingia si sahihi");
    expect(asked.headers.get("content-language")).toBe("sw");
    const plain = await group.api("POST", "/api/user/login", { body });
    expect(plain.body.detail).toBe("Some of your login information was incorrect");
    expect(plain.headers.get("content-language")).toBeNull();
  });

  test("each field's messages name the field in Swahili", async () => {
    const body = { email: "a@example.com", phone: "12", password: "x" };
    const { status, body: answer } = await group.api("POST", "/api/user/signup/", {
      body,
      headers: swahili,
    });
    expect(status).toBe(400);
    expect(answer.detail).toBe("Tafadhali sahihisha sehemu zilizowekewa alama.");
    expect(answer.errors).toMatchObject({
      first_name: ["Jina la kwanza: inahitajika."],
      phone: ["Andika nambari ya simu ya Kenya kama 0712345678."],
    });
  });

  test("success is told in Swahili too", async () => {
    const { body } = await group.api("POST", "/api/user/password-reset/", {
      body: { email: "nobody@example.com" },
      headers: swahili,
    });
    expect(body.detail).toBe(
      "Kama barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.",
    );
  });
});

test("what is filled in keeps its place; names stay as they are, dates and offices are said in Swahili", () => {
  expect(inSwahili("Amina Hassan is now dormant. They are no longer Treasurer.")).toBe(
    "Amina Hassan sasa ni tuli. Si Mweka Hazina tena.",
  );
  expect(
    inSwahili("Your approval is recorded. Normal Loan 2 of Amina now waits for the other office."),
  ).toBe("Idhini yako imerekodiwa. Mkopo wa Kawaida 2 wa Amina sasa unasubiri ofisi nyingine.");
  expect(inSwahili("Contribution for August 2026")).toBe("Mchango wa Agosti 2026");
  expect(inSwahili("A fixed deposit of KES 1,000.00 was posted; it matures on 05 Aug 2026.")).toBe(
    "Amana ya muda maalum ya KES 1,000.00 imewekwa; inaiva 05 Ago 2026.",
  );
  expect(inSwahili("Karo ya Januari")).toBe("Karo ya Januari");
});

test("every refusal of the framework has its Swahili", () => {
  const sentences = Object.values(frameworkFailures).map(([, sentence]) => sentence);
  expect(sentences.filter((sentence) => inSwahili(sentence) === sentence)).toEqual([]);
});

const marks = (phrase: string) => [...phrase.matchAll(/\{\w+\}/g)].map(String).toSorted();

test("every Swahili phrase fills in what its English one does", () => {
  expect(phrases.map(([, phrase]) => marks(phrase))).toEqual(
    phrases.map(([phrase]) => marks(phrase)),
  );
});

test.each([
  [undefined, "en"],
  ["sw", "sw"],
  ["sw-KE,sw;q=0.9,en;q=0.8", "sw"],
  ["en-KE,en;q=0.9,sw;q=0.8", "en"],
  ["fr-FR,sw;q=0.5", "sw"],
  ["en;q=0.2,sw;q=0.7", "sw"],
  ["de,*;q=0.5", "en"],
  ["sw;q=0", "en"],
])("who accepts %s is answered in %s", (header, language) => {
  const headers = header === undefined ? {} : { "accept-language": header };
  expect(acceptedLanguage({ headers })).toBe(language);
});
