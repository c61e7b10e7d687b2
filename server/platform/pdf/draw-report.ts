// A report as a PDF: group and day at the top, its tables, and at the bottom of every page what proves it.
import { drawTable } from "./draw-table.ts";
import type { Report } from "./report.ts";
import { LEFT, openSheet, RIGHT, WIDTH, type Sheet } from "./sheet.ts";

const MUTED = "#444";

export async function drawReport(report: Report): Promise<Buffer> {
  const sheet = openSheet(report, (next) => drawRunningHead(next, report));
  sheet.startPage();
  drawHead(sheet, report);
  drawFacts(sheet, report.facts);
  for (const table of report.tables) drawTable(sheet, table);
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
      const index = pageNumber
        .replace("{page}", String(page + 1))
        .replace("{count}", String(count));
      sheet.write(index, style, {
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
