// A paper in Swahili: its own words by the phrases of papers, all else as the answers say it. What members wrote stays.
import type { Paper, PaperRow } from "#server/platform/pdf/paper.ts";
import { accountInSwahili } from "#domain/ledger/account-names-sw.ts";
import { statusesInSwahili } from "#domain/shown-words-sw.ts";
import { datesInSwahili, wordIn } from "#domain/words-sw.ts";
import { openPhraseBook } from "#server/core/mail/phrase-book.ts";
import { phrases } from "#server/core/mail/phrases-sw.ts";
import type { NamedPaper } from "./paper-frame.ts";
import { paperPhrases } from "./paper-phrases-sw.ts";

export function inSwahiliOnPaper({ paper, named }: NamedPaper): NamedPaper {
  return { named: named.map(say), paper: sayPaper(paper) };
}

function sayPaper(paper: Paper): Paper {
  return {
    ...paper,
    language: "sw-KE",
    pageNumber: "Ukurasa {page} kati ya {count}",
    title: say(paper.title),
    about: say(paper.about),
    facts: paper.facts.map(({ label, value }) => ({ label: say(label), value: say(value) })),
    tables: paper.tables.map(({ title, columns, rows }) => ({
      ...(title === undefined ? {} : { title: say(title) }),
      columns: columns.map((column) => ({ ...column, title: say(column.title) })),
      rows: rows.map(sayRow),
    })),
    notes: paper.notes.map(say),
    foot: paper.foot.map(say),
  };
}

function sayRow(row: PaperRow): PaperRow {
  return "cells" in row
    ? { kind: row.kind, cells: row.cells.map(say) }
    : { kind: row.kind, text: say(row.text) };
}

const findPhrase = openPhraseBook([...phrases, ...paperPhrases]);
const DAY = /^\d\d [A-Z][a-z]{2} \d{4}$/;

function say(text: string): string {
  if (DAY.test(text)) return datesInSwahili(text);
  return findPhrase(text) ?? accountInSwahili(text) ?? statusInSwahili(text) ?? text;
}

/** Of a status as papers write it: "Pending approval". */
function statusInSwahili(text: string): string | undefined {
  const code = text.toLowerCase().replaceAll(" ", "_");
  const word = wordIn(statusesInSwahili, code);
  return word === code ? undefined : word;
}
