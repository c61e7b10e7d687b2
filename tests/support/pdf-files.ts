// PDF files of tests: reads a printed report as a person would get it, and draws a customer's M-PESA statement as
// Safaricom prints it.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
// oxlint-disable-next-line import/no-named-as-default -- its types name only the default.
import PDFDocument from "pdfkit";
import sharp from "sharp";
import type { Rows } from "./statement-files.ts";

export type PdfPages = {
  /** Each page's text, its columns side by side. */
  texts: string[];
  /** For each page: its size in pixels at 50 to the inch, and the share of it that is not white. */
  pictures: { width: number; height: number; inked: number }[];
  /** The output of `pdfinfo`. */
  about: Record<string, string>;
};

/** The pages as text, and as pictures. Fails with a sentence if Poppler is not installed. */
export async function readPdf(pdf: Uint8Array): Promise<PdfPages> {
  const folder = await mkdtemp(join(tmpdir(), "akiba-pdf-"));
  try {
    const file = join(folder, "paper.pdf");
    await writeFile(file, pdf);
    const text = await poppler("pdftotext", ["-layout", file, "-"]);
    const info = await poppler("pdfinfo", [file]);
    await poppler("pdftoppm", ["-r", "50", "-png", file, join(folder, "page")]);
    const names = (await readdir(folder)).filter((name) => name.endsWith(".png")).toSorted();
    return {
      texts: text.split("\f").slice(0, -1),
      pictures: await Promise.all(names.map((name) => measure(join(folder, name)))),
      about: Object.fromEntries(
        [...info.matchAll(/^([^:]+): +(.*)$/gm)].map(([, name, value]) => [name, value]),
      ),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function poppler(program: string, params: string[]): Promise<string> {
  try {
    return (await promisify(execFile)(program, params, { maxBuffer: 32 * 1024 * 1024 })).stdout;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    throw new Error(`${program} was not found. Install Poppler (poppler-utils) to run this test.`, {
      cause: error,
    });
  }
}

async function measure(path: string): Promise<PdfPages["pictures"][number]> {
  const { data, info } = await sharp(await readFile(path))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    inked: data.filter((shade) => shade < 128).length / data.length,
  };
}

export type Layout = {
  password?: string;
  /** Transactions on a page. */
  perPage?: number;
  /** Each transaction as one text, as some converters print it. */
  asText?: boolean;
  /** Aligns amounts to the right edge of their column. */
  alignsRight?: boolean;
  period?: string;
};

const LEFT = [40, 105, 200, 345, 410, 460, 515];
const WIDTH = [62, 90, 140, 62, 45, 50, 50];

/** M-PESA's own statement of a customer. `rows` begin with the heading; each page repeats it. */
export function pdfStatement(rows: Rows, layout: Layout = {}): Promise<Uint8Array> {
  const { password, perPage = 12, period = "01 Jan 2026 - 31 Jan 2026" } = layout;
  const pdf = new PDFDocument({
    size: "A4",
    margin: 30,
    ...(password !== undefined && { userPassword: password, ownerPassword: `${password}-owner` }),
  });
  const written = collect(pdf);
  const [heading = [], ...lines] = rows;
  pdf.fontSize(16).text("M-PESA STATEMENT", 40, 40);
  pdf.fontSize(8);
  const about = [
    ["Customer Name:", "ALICE WANJIRU"],
    ["Mobile Number:", "0712345678"],
    ["Statement Period:", period],
  ];
  for (const [index, texts] of about.entries())
    for (const [nth, text] of texts.entries())
      pdf.text(text, 40 + nth * 90, 70 + index * 12, { lineBreak: false });
  pdf.text("SUMMARY", 40, 115).text("TRANSACTION TYPE", 40, 127, { lineBreak: false });
  pdf
    .text("PAID IN", 250, 127, { lineBreak: false })
    .text("PAID OUT", 330, 127, { lineBreak: false });
  pdf
    .text("TOTAL:", 40, 139, { lineBreak: false })
    .text("1,000.00", 250, 139, { lineBreak: false });
  let top = 165;
  for (let at = 0; at < Math.max(lines.length, 1); at += perPage) {
    if (at > 0) {
      pdf.addPage().fontSize(8);
      top = 40;
    }
    top = draw(pdf, heading, top, layout) + 4;
    for (const line of lines.slice(at, at + perPage)) top = draw(pdf, line, top, layout) + 4;
    pdf.text("Disclaimer: This record is produced for your personal use.", 40, 760, {
      lineBreak: false,
    });
    pdf.text(`Page ${at / perPage + 1}`, 280, 775, { lineBreak: false });
  }
  pdf.end();
  return written;
}

/** Draws a row and returns where it ends. */
function draw(
  pdf: PDFKit.PDFDocument,
  row: readonly string[],
  top: number,
  layout: Layout,
): number {
  if (layout.asText) {
    pdf.text(row.filter((text) => text !== "").join(" "), 40, top, { lineBreak: false });
    return top + 10;
  }
  let end = top;
  for (const [index, text] of row.entries()) {
    const options = {
      width: WIDTH[index]!,
      align: layout.alignsRight && index > 3 ? "right" : "left",
    } as const;
    pdf.text(text, LEFT[index], top, options);
    end = Math.max(end, top + pdf.heightOfString(text || " ", options));
  }
  return end;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Uint8Array) => chunks.push(chunk));
    pdf.on("end", () => resolve(new Uint8Array(Buffer.concat(chunks))));
    pdf.on("error", reject);
  });
}
