import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";
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
    const requested = await group.api("POST", "/api/user/login", { body, headers: swahili });
    expect(requested.status).toBe(401);
    expect(requested.body.detail).toBe("Baadhi ya maelezo yako ya kuingia si sahihi");
    expect(requested.headers.get("content-language")).toBe("sw");
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

  test("success is reported in Swahili too", async () => {
    const { body } = await group.api("POST", "/api/user/password-reset/", {
      body: { email: "nobody@example.com" },
      headers: swahili,
    });
    expect(body.detail).toBe(
      "Kama barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.",
    );
  });
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
