// A report as a PDF: group and day at the top, its tables as accountants draw them, and at the bottom of every page what proves it.
import { assert } from "#domain/assert.ts";
import { encode } from "uqr";
import type { Report, ReportColumn, ReportRow, ReportTable } from "./report.ts";
import { LEFT, openSheet, RIGHT, WIDTH, type Sheet, type TextStyle } from "./sheet.ts";

const MUTED = "#444";

export async function drawReport(report: Report): Promise<Buffer> {
  const sheet = openSheet(report, (next) => drawRunningHead(next, report));
  sheet.startPage();
  drawHead(sheet, report);
  drawFacts(sheet, report.facts);
  for (const table of report.tables) drawTable(sheet, table);
  if (report.code !== undefined) drawCode(sheet, report.code);
  for (const note of report.notes) drawNote(sheet, note);
  drawFeet(sheet, report);
  return sheet.finish();
}

function drawHead(sheet: Sheet, { group, title, about }: Report): void {
  const lines = [
    { type: "P", text: group, style: { size: 10.5, isBold: true, color: MUTED }, after: 3 },
    { type: "H1", text: title, style: { size: 19, isBold: true }, after: 2 },
    { type: "P", text: about, style: { size: 10.5 }, after: 9 },
  ];
  for (const { type, text, style, after } of lines) {
    const { y } = sheet;
    sheet.say(sheet.tag(sheet.root, type), type, () =>
      sheet.write(text, style, { x: LEFT, y, width: WIDTH }),
    );
    sheet.y += sheet.heightOf(text, style, WIDTH) + after;
  }
  sheet.rule(sheet.y, { width: 1.4 });
  sheet.y += 16;
}

/** The first part of the pages after the first. */
function drawRunningHead(sheet: Sheet, { group, title, about }: Report): void {
  const style = { size: 8.5, color: MUTED };
  const text = `${group}  ·  ${title}  ·  ${about}`;
  const { y } = sheet;
  const height = sheet.heightOf(text, style, WIDTH);
  sheet.decorate(() => sheet.write(text, style, { x: LEFT, y, width: WIDTH }));
  sheet.rule(y + height + 4, { width: 0.7 });
  sheet.y += height + 16;
}

const FACTS_IN_A_ROW = 3;

function drawFacts(sheet: Sheet, facts: Report["facts"]): void {
  const width = WIDTH / FACTS_IN_A_ROW;
  const label = { size: 8.5, color: MUTED };
  const value = { size: 10.5, isBold: true };
  for (let start = 0; start < facts.length; start += FACTS_IN_A_ROW) {
    const row = facts.slice(start, start + FACTS_IN_A_ROW);
    const height = Math.max(...row.map((fact) => sheet.heightOf(fact.value, value, width - 12)));
    sheet.need(height + 24);
    const { y } = sheet;
    for (const [index, fact] of row.entries()) {
      const at = { x: LEFT + index * width, width: width - 12 };
      const lines = [
        { text: fact.label, style: label, y },
        { text: fact.value, style: value, y: y + 11 },
      ];
      for (const line of lines)
        sheet.say(sheet.tag(sheet.root, "P"), "P", () =>
          sheet.write(line.text, line.style, { ...at, y: line.y }),
        );
    }
    sheet.y += height + 20;
  }
  if (facts.length > 0) sheet.y += 6;
}

const CODE_SIZE = 110;

/** The QR code, one square for each dark module, with its note beside it. */
function drawCode(sheet: Sheet, { text, label, note }: NonNullable<Report["code"]>): void {
  sheet.need(CODE_SIZE + 12);
  const { y, doc } = sheet;
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const module = CODE_SIZE / size;
  const figure = doc.struct("Figure", { alt: label });
  sheet.root.add(figure);
  sheet.say(figure, "Figure", () => {
    for (const [row, cells] of data.entries())
      for (const [column, isDark] of cells.entries())
        if (isDark) doc.rect(LEFT + column * module, y + row * module, module, module);
    doc.fill("#000");
  });
  const x = LEFT + CODE_SIZE + 18;
  sheet.say(sheet.tag(sheet.root, "P"), "P", () =>
    sheet.write(note, { size: 9.5 }, { x, y: y + 4, width: RIGHT - x }),
  );
  sheet.y += CODE_SIZE + 12;
}

function drawNote(sheet: Sheet, note: string): void {
  const style = { size: 9, color: MUTED };
  const height = sheet.heightOf(note, style, WIDTH);
  sheet.need(height + 4);
  const { y } = sheet;
  sheet.say(sheet.tag(sheet.root, "P"), "P", () =>
    sheet.write(note, style, { x: LEFT, y, width: WIDTH }),
  );
  sheet.y += height + 4;
}

/** Drawn once all pages exist, so that each can show their number. */
function drawFeet(sheet: Sheet, { foot, pageNumber }: Report): void {
  const style = { size: 7.5, color: MUTED };
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.doc.switchToPage(start + page);
    let y = sheet.end + 14;
    sheet.rule(y - 6, { width: 0.5, color: "#888" });
    sheet.decorate(() => {
      const numbered = pageNumber
        .replace("{page}", String(page + 1))
        .replace("{count}", String(count));
      sheet.write(numbered, style, {
        x: RIGHT - 90,
        y,
        width: 90,
        align: "right",
      });
      for (const line of foot) {
        sheet.write(line, style, { x: LEFT, y, width: WIDTH - 90 });
        y += sheet.heightOf(line, style, WIDTH - 90) + 1;
      }
    });
  }
}

// Tables: figures aligned to the end of their column, totals in bold between a rule and a double rule, and their headings again on every
// page.

const GAP = 10;
const PADDING = 3.5;
const HEAD: TextStyle = { size: 8.5, isBold: true, color: "#444" };
const LINE: TextStyle = { size: 9.5 };
const TOTAL: TextStyle = { size: 9.5, isBold: true };
const SECTION: TextStyle = { size: 10.5, isBold: true };
const NOTE: TextStyle = { size: 9.5, color: "#444" };

type Cell = ReportColumn & { x: number; width: number };
type Element = PDFKit.PDFStructureElement;

function drawTable(sheet: Sheet, table: ReportTable): void {
  const cells = layOutColumns(table.columns);
  const [first] = table.rows;
  sheet.need(
    titleHeight(table) +
      headHeight(sheet, cells) +
      (first ? heightOf(sheet, first, cells) : 0) +
      24,
  );
  drawTitle(sheet, table);
  const element = sheet.tag(sheet.root, "Table");
  drawTableHead(sheet, cells, element);
  for (const [index, row] of table.rows.entries()) {
    // A heading stays with the first row of its section, and a total with the last one that it adds up.
    const next = table.rows[index + 1];
    const staysWith = row.kind === "heading" || (row.kind === "line" && next?.kind === "total");
    const wanted =
      heightOf(sheet, row, cells) + (staysWith && next ? heightOf(sheet, next, cells) : 0);
    if (sheet.need(wanted)) drawTableHead(sheet, cells, null);
    drawRow(sheet, { row, cells, element, isLast: next?.kind !== "line" });
  }
  element.end();
  sheet.y += 14;
}

/** What a column of words needs, in points: less, and it would stand on the one beside it. */
const LEAST_ROOM = 80;

function layOutColumns(columns: readonly ReportColumn[]): Cell[] {
  const words = columns.filter(({ width }) => width === undefined).length;
  assert(words <= 1, `${words} columns take the rest: they would leave the page`);
  const taken = columns.reduce((sum, { width = 0 }) => sum + width, 0);
  const rest = WIDTH - taken - GAP * (columns.length - 1);
  assert(rest >= LEAST_ROOM, `${columns.length} columns leave ${rest} points to the one of words`);
  let x = LEFT;
  return columns.map((column) => {
    const cell = { ...column, x, width: column.width ?? rest };
    x += cell.width + GAP;
    return cell;
  });
}

function titleHeight({ title }: ReportTable): number {
  return title === undefined ? 0 : 22;
}

function drawTitle(sheet: Sheet, { title }: ReportTable): void {
  if (title === undefined) return;
  const { y } = sheet;
  sheet.say(sheet.tag(sheet.root, "H2"), "H2", () =>
    sheet.write(title, { size: 12, isBold: true }, { x: LEFT, y, width: WIDTH }),
  );
  sheet.y += 22;
}

function headHeight(sheet: Sheet, cells: readonly Cell[]): number {
  return Math.max(...cells.map((cell) => sheet.heightOf(cell.title, HEAD, cell.width))) + 6;
}

/** `element` is null where the headings are repeated, because a screen reader needs them once. */
function drawTableHead(sheet: Sheet, cells: readonly Cell[], element: Element | null): void {
  const height = headHeight(sheet, cells);
  const y = (cell: Cell) => sheet.y + height - 6 - sheet.heightOf(cell.title, HEAD, cell.width);
  const row = element === null ? null : sheet.tag(element, "TR");
  for (const cell of cells) {
    const write = () => sheet.write(cell.title, HEAD, { ...boxOf(cell), y: y(cell) });
    if (row === null) sheet.decorate(write);
    else sheet.say(sheet.tag(row, "TH", { Scope: "Column" }), "TH", write);
  }
  row?.end();
  sheet.y += height;
  sheet.rule(sheet.y - 2, { width: 0.9 });
}

function heightOf(sheet: Sheet, row: ReportRow, cells: readonly Cell[]): number {
  if (row.kind === "heading") return sheet.heightOf(row.text, SECTION, WIDTH) + 14;
  if (row.kind === "note") return sheet.heightOf(row.text, NOTE, WIDTH) + 2 * PADDING;
  const style = row.kind === "total" ? TOTAL : LINE;
  const tallest = Math.max(
    ...cells.map((cell, index) => sheet.heightOf(row.cells[index] ?? "", style, cell.width)),
  );
  return tallest + 2 * PADDING + (row.kind === "total" ? 5 : 0);
}

type Drawn = { row: ReportRow; cells: readonly Cell[]; element: Element; isLast: boolean };

function drawRow(sheet: Sheet, { row, cells, element, isLast }: Drawn): void {
  const height = heightOf(sheet, row, cells);
  const line = sheet.tag(element, "TR");
  if (row.kind === "heading" || row.kind === "note") {
    const style = row.kind === "heading" ? SECTION : NOTE;
    const y = row.kind === "heading" ? sheet.y + 10 : sheet.y + PADDING;
    const type = row.kind === "heading" ? "TH" : "TD";
    sheet.say(sheet.tag(line, type), type, () =>
      sheet.write(row.text, style, { x: LEFT, y, width: WIDTH }),
    );
  } else {
    const style = row.kind === "total" ? TOTAL : LINE;
    if (row.kind === "total") sheet.rule(sheet.y, { width: 0.7 });
    for (const [index, cell] of cells.entries()) {
      const type = index === 0 ? "TH" : "TD";
      const tag = sheet.tag(line, type, index === 0 ? { Scope: "Row" } : undefined);
      const text = row.cells[index] ?? "";
      if (text === "") tag.end();
      else
        sheet.say(tag, type, () =>
          sheet.write(text, style, { ...boxOf(cell), y: sheet.y + PADDING }),
        );
    }
    if (row.kind === "total") drawDoubleRule(sheet, { row, cells, y: sheet.y + height - 6 });
    else if (!isLast) sheet.rule(sheet.y + height, { width: 0.4, color: "#bbb" });
  }
  line.end();
  sheet.y += height;
}

/** Under the figures only. */
function drawDoubleRule(
  sheet: Sheet,
  params: { row: { cells: readonly string[] }; cells: readonly Cell[]; y: number },
): void {
  for (const [index, cell] of params.cells.entries()) {
    if (cell.isFigure !== true || (params.row.cells[index] ?? "") === "") continue;
    const to = Math.min(cell.x + cell.width, RIGHT);
    for (const y of [params.y, params.y + 2])
      sheet.rule(y, { from: Math.max(cell.x, to - 84), to, width: 0.7 });
  }
}

function boxOf(cell: Cell): { x: number; width: number; align: "left" | "right" } {
  return { x: cell.x, width: cell.width, align: cell.isFigure === true ? "right" : "left" };
}
