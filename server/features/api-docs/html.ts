// HTML written as template text: whatever is put in is escaped, unless it is HTML itself.
export type Html = { readonly html: string };

type Part = string | number | Html | readonly Html[];

export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + write(parts[index] ?? "")).join("") };
}

/** Prose with `code` between backticks, and an empty line between paragraphs. */
export function prose(text: string): readonly Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function inline(text: string): readonly Html[] {
  return text
    .split("`")
    .map((piece, index) => (index % 2 === 0 ? html`${piece}` : html`<code>${piece}</code>`));
}

function write(part: Part): string {
  if (typeof part === "object")
    return "html" in part ? part.html : part.map((each) => each.html).join("");
  return String(part)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
