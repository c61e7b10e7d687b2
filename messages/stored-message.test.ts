import { expect, test } from "vitest";
import { languages } from "#domain/language.ts";
import { message, type Fact } from "./message.ts";
import { readFacts, readMessage, storeFacts, storeMessage } from "./stored-message.ts";
import { translatorFor } from "./translator.ts";

const inner = message("descriptions.lateFine", { months: 4, since: { day: "2026-01-05" } });
const facts: Readonly<Record<string, Fact>> = {
  words: "Benki haijaipokea {amount}",
  days: 7,
  amount: -123_456_789_012_345_678n,
  day: { day: "2026-02-28" },
  month: { month: "2026-02-01" },
  at: { at: new Date("2026-05-09T14:05:00+03:00") },
  heading: { heading: inner },
  lines: { lines: [inner, message("mails.payTo.none")] },
  inner,
};

test("facts of every kind come back as they were stored", () => {
  const stored: unknown = JSON.parse(JSON.stringify(storeFacts(facts)));
  expect(readFacts(stored as ReturnType<typeof storeFacts>)).toEqual(facts);
});

test.each(languages)("a stored message reads in %s as it did", (language) => {
  const t = translatorFor(language);
  const original = message("mails.fined.charged", { amount: 100n, why: inner });
  const stored: unknown = JSON.parse(JSON.stringify(storeMessage(original)));
  expect(t(readMessage(stored as ReturnType<typeof storeMessage>))).toBe(t(original));
});
