// Finds the Swahili of an English sentence in a list of phrases, in which `{name}` stands for what is filled in.
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import { accounts as accountsInSwahili } from "#messages/sw/accounts.ts";
import { datesInSwahili, labelInSwahili, officeInSwahili } from "#domain/words-sw.ts";

export type Phrase = readonly [english: string, swahili: string];

/** Finds the Swahili of a sentence; undefined where no phrase says it. */
export function openPhraseBook(phrases: readonly Phrase[]) {
  const fixed = new Map(phrases.filter(([english]) => !english.includes("{")));
  // The most literal first, so that a fact does not swallow what another phrase says in words.
  const filled = phrases
    .filter(([english]) => english.includes("{"))
    .toSorted(([one], [other]) => literal(other) - literal(one))
    .map(([english, swahili]) => ({ pattern: patternOf(english), swahili }));

  function find(sentence: string): string | undefined {
    const whole = fixed.get(sentence);
    if (whole !== undefined) return whole;
    for (const { pattern, swahili } of filled) {
      const facts = pattern.exec(sentence)?.groups;
      if (facts !== undefined)
        return swahili.replaceAll(/\{(\w+)\}/g, (_, name: string) => said(name, facts[name] ?? ""));
    }
    return undefined;
  }

  function said(name: string, fact: string): string {
    switch (name) {
      case "label":
        return labelInSwahili(fact);
      case "office":
        return officeInSwahili(fact);
      case "account":
        return accountInSwahili(fact);
      case "date":
      case "month":
      case "start":
      case "end":
        return datesInSwahili(find(fact) ?? fact);
      case "loan":
      case "period":
      case "kind":
        return find(fact) ?? fact;
      default:
        return fact;
    }
  }

  return find;
}

function literal(phrase: string): number {
  return phrase.replaceAll(/\{\w+\}/g, "").length;
}

const DAY = "\\d\\d [A-Z][a-z]{2} \\d{4}";

const shapes: Record<string, string> = {
  amount: "KES [\\d,.]+",
  count: "\\d+",
  id: "\\d+",
  by: "\\d+",
  number: "\\d+",
  loan: "(?:Normal|Emergency) Loan \\d+",
  office: "Chairperson|Treasurer|Sec-Gen",
  month: "[A-Z][a-z]+ \\d{4}",
  date: DAY,
  day: "\\d{4}-\\d\\d-\\d\\d",
  start: `${DAY}|From the beginning`,
  end: DAY,
};

/** `{name}` takes anything; a label, an office, an amount and the like only what can be one. */
function patternOf(phrase: string): RegExp {
  const escaped = phrase.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
  const pattern = escaped.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `(?<${name}>${shapes[name] ?? ".+"})`,
  );
  return new RegExp(`^${pattern}$`, "su");
}

function accountInSwahili(name: string): string {
  const account = accounts.find(({ displayName }) => displayName === name);
  return account === undefined ? name : accountsInSwahili[account.code];
}
