// `npm run check:words`: names, comments, test names and pages use the terms of docs/style.md. It reads
// neither the texts of the product, which follow the glossary, nor migrations, which never change once they are
// applied.
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { readTracked, refuseArguments } from "./process.mjs";

/**
 * `name` is compared with each name of the code; `prose` with each line of a comment, a test's name or a page, without
 * the text in backticks. `right` lists where the word is right, and why.
 * @typedef {{ word: string, write: string, name?: RegExp, prose?: RegExp, right?: readonly (readonly [RegExp, string])[] }} Rule
 */

/**
 * A word as part of a name: `kept` in `keptUntil`, `isKept` and `KEPT_MS`.
 * @param {string} words in lower case, separated by `|`
 */
const part = (words) => {
  const titled = words.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
  return new RegExp(
    `(?:^(?:${words})|(?:${titled}))(?![a-z])|\\b(?:${words.toUpperCase()})(?=_|$)`,
  );
};

/** @param {string} words */
const whole = (words) => new RegExp(`\\b(?:${words})\\b`, "i");

/** @type {readonly Rule[]} */
const rules = [
  { word: "kept", write: "stored, cached", name: part("kept"), prose: whole("kept") },
  {
    word: "paper",
    write: "report, PDF",
    name: /^papers?$/i,
    prose: /(?<!\b(?:on|from|plain as) )\bpapers?\b(?! book|:)/i,
    right: [[/^messages\/\w+\/web\//, "real paper, that somebody signs or types from"]],
  },
  {
    word: "judge",
    write: "approve, reject, decide, validate",
    name: part("judge|judged|judges|judging|judgement"),
    prose: whole("judge|judged|judges|judging|judgement"),
  },
  {
    word: "gather",
    write: "batch, collect",
    name: part("gather|gathers|gathered"),
    prose: whole("gather|gathers|gathered"),
  },
  { word: "sealer", write: "audit-chain writer", name: part("sealer"), prose: whole("sealer") },
  {
    word: "summer",
    write: "balance projection",
    name: part("summer"),
    prose: whole("summer|summing"),
  },
  {
    word: "heads",
    write: "tree heads, headings",
    prose: /(?<!\b(?:tree|stored|noted|log) |-)\bheads\b/i,
  },
  {
    word: "marks",
    write: "watermarks, placeholders",
    name: /^marks$/,
    right: [
      [/^web\//, "ticks, and signs that are drawn"],
      [/^domain\/spreadsheets\//, "signs of a text"],
      [
        /^(?:bench|contract|server\/\w+|tests\/support|e2e|messages\/\w+\/web)\/meeting/,
        "who was there, on a roll",
      ],
    ],
  },
  { word: "unhurried", write: "low-priority", name: part("unhurried"), prose: whole("unhurried") },
  { word: "own task", write: "idle, yield", prose: whole("own task") },
  {
    word: "place",
    write: "index, slot, position, directory",
    name: /^(?:[pP]laces?|placesOf|placeOf|[a-z]+Places)$/,
    right: [
      [
        /^contract\/proof-file|^domain\/proofs\/check-proof|^server\/features\/proofs\//,
        "a field of proof files",
      ],
      [
        /^(?:server\/(?:db\/tables|features\/fines\/fines\.ts)|tests\/support\/seen-columns)/,
        "a column",
      ],
      [
        /^web\/features\/ledger\/journal-line|^(?:web|server)\/features\/documents\//,
        "a fact of a message",
      ],
      [
        /^(?:bench|contract|e2e|(?:server|web)\/\w+|tests\/support)\/meeting|^domain\/audit-log\/|^messages\/\w+\/(?:fields|web\/(?:audit|meetings))/,
        "where a meeting is",
      ],
    ],
  },
  {
    word: "line",
    write: "connection, proxy",
    prose:
      /\b(?:bad|slow|good|silent) line\b|\b(?:over|on) the line\b|\bline (?:is|stays) (?:cut|slow)\b|\bline to an? /i,
  },
  {
    word: "asked",
    write: "params, command",
    name: /^(?:asks|asked|asking)$/i,
    right: [
      [/^server\/(?:db\/tables|core\/approvals\/|features\/proposals\/)/, "a column of proposals"],
      [/^messages\//, "the key of a question to a person"],
      [/^web\/features\/lending\//, "the state of a guarantee"],
      [/mpesa|daraja|pay-now|hold-answer/, "M-PESA's request to a phone is an ask"],
    ],
  },
  {
    word: "given",
    write: "params, command",
    name: /^given$/i,
    right: [[/^domain\/opening\//, "a fact of a message: the day a loan was given"]],
  },
  {
    word: "wish",
    write: "params, command, request",
    name: part("wish|wishes"),
    prose: whole("wish|wishes"),
  },
  { word: "phrase book", write: "translations", name: part("phrase"), prose: whole("phrase book") },
  {
    word: "told",
    write: "notified, shown, reported",
    name: part("told"),
    prose: whole("told"),
    right: [
      [
        /mpesa|daraja|\/live-|invariants\.md|\/(?:approvals|statement-lines|lines\.queries|evidence|files)\.ts$/,
        "what M-PESA reported and nobody has checked",
      ],
    ],
  },
  {
    word: "said",
    write: "text, message",
    name: part("said"),
    right: [[/^messages\/\w+\//, "the key of what a member wrote"]],
  },
  { word: "anew", write: "again", name: part("anew"), prose: whole("anew") },
  {
    word: "for who",
    write: "for a member who, for somebody who",
    prose: /\b(?:for|of|to|by) who (?:is|has|had|left|holds|may|asks|cannot)\b/i,
  },
  { word: "only", write: "single", name: /^only$/ },
  {
    word: "model",
    write: "reference model",
    name: /^model$/i,
    right: [
      [/^tests\/reference-model\//, "the reference model itself"],
      [/^bench\/results/, "the model of a processor"],
    ],
  },
  {
    word: "furnished",
    write: "seeded",
    name: part("furnish|furnished"),
    prose: whole("furnish|furnished"),
  },
  { word: "inside words", write: "leaked internals", prose: /\binside[- ]words\b/i },
  { word: "honest", write: "recording client", name: part("honest"), prose: whole("honest") },
  { word: "stage", write: "harness", name: part("stage"), prose: whole("stage") },
];

/** These list the words. */
const listing = /^docs\/style\.md$|^scripts\/check-words/;

/** `reg_number`: a column, a field of the API or a fact of the audit log, whose name is fixed. */
const fixed = /^[a-z0-9]+(?:_[a-z0-9]+)+$/;

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} each fault is one sentence that names the line
 */
export function validateWords(files) {
  return files.flatMap(({ path, text }) => {
    if (listing.test(path)) return [];
    const faults = rules
      .filter(({ name }) => name?.test(wordsOfFile(path)) ?? false)
      .map((rule) => `${path}: its name has "${rule.word}"; write ${rule.write}`);
    const isRight = ({ right = [] }) => right.some(([where]) => where.test(path));
    const mine = rules.filter((rule) => !isRight(rule));
    const { names, prose } = path.endsWith(".md") ? ofPage(text) : ofCode(path, text);
    for (const { name, line } of names) {
      if (fixed.test(name)) continue;
      const rule = mine.find((each) => each.name?.test(name));
      if (rule) faults.push(`${path}:${line}: ${name}; for "${rule.word}" write ${rule.write}`);
    }
    for (const { sentence, line } of prose) {
      const plain = sentence.replace(/`[^`]*`/g, "``");
      const rule = mine.find((each) => each.prose?.test(plain));
      if (rule)
        faults.push(`${path}:${line}: for "${rule.word}" write ${rule.write}: ${sentence.trim()}`);
    }
    return faults;
  });
}

/** `kept-heads.ts` as the name it would be in code. @param {string} path */
function wordsOfFile(path) {
  return basename(path)
    .replace(/\..*$/, "")
    .replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}

/** @param {string} text */
function ofPage(text) {
  return {
    names: [],
    prose: text.split("\n").map((sentence, index) => ({ sentence, line: index + 1 })),
  };
}

/** @param {string} path @param {string} text */
function ofCode(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kindOf(path));
  const lineAt = (at) => source.getLineAndCharacterOfPosition(at).line + 1;
  const names = [];
  const prose = [];
  const masked = text.split("");
  const mask = (start, end) => masked.fill(" ", start, end);
  /** @param {ts.Node} node */
  const walk = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      names.push({ name: node.text.replace(/^#/, ""), line: lineAt(node.getStart()) });
    } else if (isText(node)) {
      if (namesTest(node, path)) prose.push({ sentence: node.text, line: lineAt(node.getStart()) });
      mask(node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(), node.end);
    }
    ts.forEachChild(node, walk);
  };
  walk(source);
  // Literal texts are masked, so every `//` and `/*` that is left begins a comment.
  const code = masked.join("");
  for (const { index } of code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)) {
    const end = code.startsWith("//", index)
      ? code.indexOf("\n", index)
      : code.indexOf("*/", index);
    const lines = text.slice(index, end === -1 ? undefined : end).split("\n");
    lines.forEach((sentence, at) => prose.push({ sentence, line: lineAt(index) + at }));
  }
  return { names, prose };
}

/** @param {string} path */
function kindOf(path) {
  if (path.endsWith("x")) return ts.ScriptKind.TSX;
  return path.endsWith("js") ? ts.ScriptKind.JS : ts.ScriptKind.TS;
}

/** @param {ts.Node} node @returns {node is ts.LiteralLikeNode} */
function isText(node) {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isJsxText(node)
  );
}

/** Whether the text is the name of a test or of a group of tests. @param {ts.Node} node @param {string} path */
function namesTest({ parent }, path) {
  const called = ts.isTemplateExpression(parent) ? parent.parent : parent;
  return (
    /\.(?:test|spec)\./.test(path) &&
    ts.isCallExpression(called) &&
    /^(?:test|it|describe)\b/.test(called.expression.getText())
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const files = readTracked(/\.(ts|tsx|mjs|cjs|md)$/);
  const faults = validateWords(files);
  for (const fault of faults) console.error(fault);
  console.log(`${files.length} files, ${faults.length} words that have a standard term.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
