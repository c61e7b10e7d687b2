// The pages of a report while it is drawn: A4, the position of the pen, and the tags that tell a screen reader what is what.
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default.
import PDFDocument from "pdfkit";
import { openSync } from "fontkit";
import type { Report } from "./report.ts";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

// Source Sans 3: its figures are all as wide as one another, and it has the letters of Kenya's languages (ũ, ĩ, ŋ).
const regular = openFont(
  require.resolve("@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf"),
);
const bold = openFont(
  require.resolve("@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf"),
);

/** All reports share a parsed font: parsing takes longer than drawing. pdfkit accepts one, but its types leave that out. */
function openFont(path: string): PDFKit.Mixins.PDFFontSource {
  return openSync(path) as unknown as Uint8Array;
}

const MARGIN = 50;
export const LEFT = MARGIN;
export const WIDTH = 595.28 - 2 * MARGIN;
export const RIGHT = LEFT + WIDTH;
const TOP = 46;
const PAGE_END = 841.89;
const FOOT_HEIGHT = 66;

export type TextStyle = { size: number; isBold?: boolean; color?: string };
type Frame = { x: number; y: number; width: number; align?: "left" | "right" };
type Tags = PDFKit.PDFStructureElement;
/** What the types of pdfkit leave out: an element's own dictionary. */
type Tagged = { dictionary: PDFKit.PDFKitReference };

export type Sheet = ReturnType<typeof openSheet>;

/** A document without a page yet; `onNewPage` draws what every page but the first begins with. */
export function openSheet(report: Report, onNewPage: (sheet: Sheet) => void) {
  const doc = new PDFDocument({
    size: "A4",
    // Nothing may break a page but `startPage`.
    margins: { top: 0, bottom: 0, left: MARGIN, right: MARGIN },
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: "1.7",
    tagged: true,
    displayTitle: true,
    lang: report.language,
    info: {
      Title: `${report.title}, ${report.about}`,
      Author: report.group,
      Creator: "Akiba",
      CreationDate: report.madeAt,
    },
  });
  doc.registerFont("regular", regular).registerFont("bold", bold);
  const chunks: Buffer[] = [];
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  const root = doc.struct("Document");
  doc.addStructure(root);

  const inStyle = ({ size, isBold = false, color = "#000" }: TextStyle) =>
    doc
      .font(isBold ? "bold" : "regular")
      .fontSize(size)
      .fillColor(color);

  const sheet = {
    doc,
    root,
    /** Where the next thing goes, in points from the top. */
    y: TOP,
    /** The lowest that anything but the foot may reach. */
    end: PAGE_END - FOOT_HEIGHT,

    startPage(): void {
      doc.addPage();
      sheet.y = TOP;
    },

    /** Starts a page unless so many points are left on this one; says whether it did. */
    need(points: number): boolean {
      if (sheet.y + points <= sheet.end) return false;
      sheet.startPage();
      onNewPage(sheet);
      return true;
    },

    heightOf(text: string, style: TextStyle, width: number): number {
      return inStyle(style).heightOfString(clean(text), { width });
    },

    write(text: string, style: TextStyle, frame: Frame): void {
      const { x, y, width, align = "left" } = frame;
      inStyle(style).text(clean(text), x, y, { width, align });
    },

    rule(y: number, params: { from?: number; to?: number; width: number; color?: string }): void {
      const { from = LEFT, to = RIGHT, width, color = "#000" } = params;
      sheet.decorate(() =>
        doc.moveTo(from, y).lineTo(to, y).lineWidth(width).strokeColor(color).stroke(),
      );
    },

    /** A new element of the document's structure. */
    tag(parent: Tags, type: string, attributes?: Record<string, string>): Tags {
      const element = doc.struct(type);
      if (attributes !== undefined) {
        const about = doc.ref({ O: "Table", ...attributes });
        about.end("");
        Object.assign((element as unknown as Tagged).dictionary.data, { A: about });
      }
      parent.add(element);
      return element;
    },

    /** Draws what an element of the structure says. */
    say(element: Tags, type: string, draw: () => void): void {
      const content = doc.markStructureContent(type);
      draw();
      doc.endMarkedContent();
      element.add(content);
      element.end();
    },

    /** Draws what only a reader by eye needs: rules, and what is repeated on every page. */
    decorate(draw: () => void): void {
      doc.markContent("Artifact", { type: "Layout" });
      draw();
      doc.endMarkedContent();
    },

    /** The finished file. */
    async finish(): Promise<Buffer> {
      root.end();
      const finished = new Promise((resolve) => doc.once("end", resolve));
      doc.end();
      await finished;
      return Buffer.concat(chunks);
    },
  };
  return sheet;
}

/** One line of text: what a person typed may hold control characters, which have no shape. */
function clean(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}
