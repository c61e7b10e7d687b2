import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { figures } from "./en/figures.ts";
import { first } from "./en/first.ts";
import { notices } from "./en/notices.ts";
import { office } from "./en/office.ts";
import { opening } from "./en/opening.ts";
import { rest } from "./en/rest.ts";
import { setup } from "./en/setup.ts";
import { basics, landing } from "./en/landing.ts";
import { basics as basicsSw, landing as landingSw } from "./sw/landing.ts";
import { figures as figuresSw } from "./sw/figures.ts";
import { first as firstSw } from "./sw/first.ts";
import { notices as noticesSw } from "./sw/notices.ts";
import { office as officeSw } from "./sw/office.ts";
import { opening as openingSw } from "./sw/opening.ts";
import { rest as restSw } from "./sw/rest.ts";
import { setup as setupSw } from "./sw/setup.ts";

const english = sentencesOf({
  ...first,
  ...rest,
  ...office,
  opening,
  figures,
  notices,
  setup,
  basics,
  landing,
});
const swahili = sentencesOf({
  ...firstSw,
  ...restSw,
  ...officeSw,
  opening: openingSw,
  figures: figuresSw,
  notices: noticesSw,
  setup: setupSw,
  basics: basicsSw,
  landing: landingSw,
});

test("every text is there in both languages", () => {
  expect([...swahili.keys()].sort()).toEqual([...english.keys()].sort());
  expect([...swahili].filter(([, text]) => text.trim() === "")).toEqual([]);
});

test("what an English text fills in, its Swahili one fills in too", () => {
  expect(marksOfAll(swahili)).toEqual(marksOfAll(english));
});

test("plurals have a form for one and a form for all others", () => {
  const plurals = [...english, ...swahili].flatMap(([key, text]) =>
    elementsOf(parse(text)).flatMap((each) =>
      each.type === TYPE.plural ? [{ key, forms: Object.keys(each.options) }] : [],
    ),
  );
  expect(plurals.length).toBeGreaterThan(20);
  const lacking = plurals.filter(
    ({ forms }) => !(forms.includes("one") && forms.includes("other")),
  );
  expect(lacking).toEqual([]);
});

function sentencesOf(group: object, path = ""): Map<string, string> {
  return new Map(
    Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
      typeof value === "string"
        ? [[`${path}${key}`, value] as const]
        : [...sentencesOf(value as object, `${path}${key}.`)],
    ),
  );
}

function marksOfAll(texts: Map<string, string>) {
  return Object.fromEntries([...texts].map(([key, text]) => [key, marksOf(text)]));
}

/** The names that a text fills in, each once, a plural or a choice as such, and its tags. */
function marksOf(text: string): string[] {
  const marks = elementsOf(parse(text)).flatMap((each) => {
    if (each.type === TYPE.literal || each.type === TYPE.pound) return [];
    return [`${TYPE[each.type]} ${each.value}`];
  });
  return [...new Set(marks)].sort();
}

/** A text's parts and theirs. */
function elementsOf(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  return elements.flatMap((each) => {
    if (each.type === TYPE.tag) return [each, ...elementsOf(each.children)];
    if (each.type !== TYPE.select && each.type !== TYPE.plural) return [each];
    return [each, ...Object.values(each.options).flatMap(({ value }) => elementsOf(value))];
  });
}
