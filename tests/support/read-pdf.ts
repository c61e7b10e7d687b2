// Reads a printed report as a person would get it: its pages as text, and as pictures.
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

export type PdfPages = {
  /** Each page's text, its columns side by side. */
  texts: string[];
  /** For each page: its size in pixels at 50 to the inch, and the share of it that is not white. */
  pictures: { width: number; height: number; inked: number }[];
  /** The output of `pdfinfo`. */
  about: Record<string, string>;
};

/** Fails with a sentence where Poppler is not installed. */
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
