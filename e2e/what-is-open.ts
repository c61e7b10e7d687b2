// The pages and servers of the journey that runs, so that one that fails can say what stood there.
import type { Page } from "playwright-core";

/** So many last lines of a console or a server are remembered. */
const LINES_MOST = 40;

const consoles = new Map<Page, string[]>();
const servers = new Map<string, readonly string[]>();

/** Remembers what a page prints, until it closes. */
export function watchPage(page: Page): void {
  const lines: string[] = [];
  consoles.set(page, lines);
  const keep = (line: string) => {
    lines.push(line);
    if (lines.length > LINES_MOST) lines.shift();
  };
  page.on("console", (message) => keep(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => keep(`error: ${error.message}`));
  page.on("close", () => consoles.delete(page));
}

/** Remembers the output of the server at `url`; the returned function forgets it. */
export function watchServer(url: string, output: readonly string[]): () => void {
  servers.set(url, output);
  return () => servers.delete(url);
}

/** What is on every open page, and the last lines of each server. `takePicture` gets each page. */
export async function describeOpen(takePicture: (page: Page) => Promise<string>): Promise<string> {
  const pages = await Promise.all(
    [...consoles].map(async ([page, lines]) =>
      [
        `Page ${page.url()}`,
        `  focused: ${await askPage(page, focused)}`,
        `  picture: ${await takePicture(page).catch(String)}`,
        `  text: ${await askPage(page, visibleText)}`,
        ...lines.map((line) => `  console: ${line}`),
      ].join("\n"),
    ),
  );
  const printed = [...servers].map(([url, output]) => {
    const lines = output.join("").trimEnd().split("\n").slice(-LINES_MOST);
    return [`Server ${url}`, ...lines.map((line) => `  ${line}`)].join("\n");
  });
  return [...pages, ...printed].join("\n");
}

/** A page that crashed or is closing answers nothing, and then nobody waits for it. */
function askPage(page: Page, question: () => string): Promise<string> {
  const ask = page.evaluate(question).catch((error: unknown) => String(error));
  return Promise.race([
    ask,
    new Promise<string>((resolve) =>
      setTimeout(resolve, 10_000, "the page does not answer").unref(),
    ),
  ]);
}

const focused = () => document.activeElement?.outerHTML.slice(0, 300) ?? "nothing";
const visibleText = () => document.body.innerText.replaceAll(/\s+/g, " ").slice(0, 2_000);
