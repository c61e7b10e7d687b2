// The API document for programs, and its page for people (API-14): no script, one stylesheet of our own.
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipOf } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ApiDocument, describingApi } from "./api-document.ts";
import type { Operation, Parameter, Schema } from "./operations.ts";
import { stylesheet } from "./docs-style.ts";

export function apiDocsRoutes(app: FastifyInstance): void {
  // Built at the first request: the contract does not change while the server runs.
  const describe = once(() => inTurns(describingApi()));
  const writeJson = once(async () => inEachEncoding(JSON.stringify(await describe())));
  const writePage = once(async () =>
    inEachEncoding(await inTurns(drawingDocsPage(await describe()))),
  );
  app.get("/api/openapi.json", async (request, reply) =>
    sendDocument(request, reply.type("application/json; charset=utf-8"), await writeJson()),
  );
  app.get("/api/docs", async (request, reply) =>
    sendDocument(request, reply.type("text/html; charset=utf-8"), await writePage()),
  );
  app.get("/api/docs.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").send(stylesheet),
  );
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}

/** Others have their turn after each step: together they take long enough to be noticed. */
async function inTurns<T>(steps: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await nextTurn();
  }
}

/** As it is, and compressed: anybody may ask for it, so it is compressed once and not for each of them. */
type Document = { identity: Buffer; br: Buffer; gzip: Buffer };

async function inEachEncoding(text: string): Promise<Document> {
  // The best quality would take a second of a processor.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  const [br, gzip] = await Promise.all([
    promisify(brotliCompress)(text, { params }),
    promisify(gzipOf)(text),
  ]);
  return { identity: Buffer.from(text), br, gzip };
}

function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const accepted = (request.headers["accept-encoding"] ?? "").split(",").map((each) => each.trim());
  const encoding = (["br", "gzip"] as const).find((each) => accepted.includes(each)) ?? "identity";
  if (encoding !== "identity") reply.header("Content-Encoding", encoding);
  return reply.header("Vary", "Accept-Encoding").send(document[encoding]);
}

type Listed = { path: string; method: string; operation: Operation };

/** One address or shape at a time. */
function* drawingDocsPage(document: ApiDocument): Generator<void, string> {
  const { info, tags, components } = document;
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  const drawn: { area: string | undefined; operation: Html }[] = [];
  for (const each of listed) {
    drawn.push({ area: each.operation.tags[0], operation: drawOperation(each) });
    yield;
  }
  const areas = tags.map(({ name }) => ({
    name,
    anchor: name.toLowerCase().replaceAll(" ", "-"),
    operations: drawn.flatMap(({ area, operation }) => (area === name ? [operation] : [])),
  }));
  const shapes: Html[] = [];
  for (const [name, shape] of Object.entries(components.schemas)) {
    shapes.push(
      html`<article id="shape-${name}">
        <h3>${name}</h3>
        ${drawSchema(shape)}
      </article>`,
    );
    yield;
  }
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${info.title}</title>
        <link rel="icon" href="/favicon.svg" />
        <link rel="stylesheet" href="/api/docs.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <header>
          <h1>${info.title}</h1>
          ${prose(info.description)}
          <p><a href="/api/openapi.json">The same as an OpenAPI 3.1 document</a></p>
        </header>
        <nav aria-label="Contents">
          <ul>
            ${areas.map(({ name, anchor }) => html`<li><a href="#${anchor}">${name}</a></li>`)}
            <li><a href="#failures">Failures</a></li>
            <li><a href="#shapes">Shapes</a></li>
          </ul>
        </nav>
        <main id="content">
          ${areas.map(
            ({ name, anchor, operations }) =>
              html`<section aria-labelledby="${anchor}">
                <h2 id="${anchor}">${name}</h2>
                ${operations}
              </section>`,
          )}
          <section aria-labelledby="failures">
            <h2 id="failures">Failures</h2>
            <dl>
              ${Object.entries(components.responses).map(
                ([code, { description }]) =>
                  html`<dt>${code}</dt>
                    <dd>${description}</dd>`,
              )}
            </dl>
          </section>
          <section aria-labelledby="shapes">
            <h2 id="shapes">Shapes</h2>
            ${shapes}
          </section>
        </main>
      </body>
    </html> `;
  return page.html;
}

function drawOperation({ path, method, operation }: Listed): Html {
  const { operationId, summary, description, requestBody } = operation;
  const parameters = operation.parameters.filter((each) => "name" in each);
  const repeatable = parameters.length < operation.parameters.length;
  return html`<details id="${operationId}">
    <summary>
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="about">${inline(summary)}.</span>
    </summary>
    <p class="who">${description}</p>
    ${
      parameters.length === 0
        ? ""
        : html`<h3>In the address</h3>
            ${drawParameters(parameters)}`
    }
    ${repeatable ? html`<p>Takes the header <code>Idempotency-Key</code>.</p>` : ""}
    ${
      requestBody === undefined
        ? ""
        : html`<h3>Sent</h3>
            ${drawContent(requestBody.content)}`
    }
    ${drawAnswer(operation)}
  </details>`;
}

function drawParameters(parameters: readonly Parameter[]): Html {
  return drawSchema({
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  });
}

function drawAnswer({ responses }: Operation): Html {
  const [code, answer] = Object.entries(responses).find(([, each]) => "description" in each) ?? [];
  const failures = Object.keys(responses).filter((each) => each !== code);
  const content = answer !== undefined && "content" in answer ? (answer.content ?? {}) : {};
  return html`<h3>Answer ${code ?? ""}</h3>
    ${drawContent(content)}
    <p class="failures">Otherwise <a href="#failures">${failures.join(", ")}</a>.</p>`;
}

function drawContent(content: Record<string, { schema: Schema }>): Html {
  const kinds = Object.keys(content);
  const schema = content[kinds[0] ?? ""]?.schema;
  if (schema === undefined) return html``;
  const isJson = kinds[0] === "application/json";
  const kind = isJson ? html`` : html`<p>As <code>${kinds.join(", ")}</code>.</p>`;
  if (isJson || schema.properties) return html`${kind}${drawSchema(schema)}`;
  return html`${kind}
    <p>${kindOf(schema)}</p>`;
}

/** An object's fields, or the type of anything else. */
function drawSchema(schema: Schema): Html {
  if (schema.oneOf) return drawChoices(schema.oneOf);
  const fields = fieldsOf(schema);
  return fields ?? html`<p>${kindOf(schema)}</p>`;
}

function drawChoices(choices: readonly Schema[]): Html {
  const items = choices.map((choice) => html`<li>${drawSchema(choice)}</li>`);
  return html`<p>One of these:</p>
    <ol class="choices">
      ${items}
    </ol>`;
}

/** The fields inside, wherever the objects are: in the value itself, in a list, or in one that may also be null. */
function fieldsOf(schema: Schema): Html | null {
  if (schema.properties) {
    const { properties, required = [] } = schema;
    const fields = Object.entries(properties).map(([name, field]) =>
      drawField(name, field as Schema, required.includes(name)),
    );
    return html`<ul class="fields">
      ${fields}
    </ul>`;
  }
  const within = [schema.items, ...(schema.anyOf ?? []), schema.additionalProperties];
  for (const each of within as (Schema | boolean | undefined)[]) {
    const fields = typeof each === "object" ? fieldsOf(each) : null;
    if (fields !== null) return fields;
  }
  return null;
}

function drawField(name: string, field: Schema, isRequired: boolean): Html {
  const optional = isRequired ? html`` : html` <span class="optional">optional</span>`;
  const limits = limitsOf(field).map((limit) => html`, ${limit}`);
  const about = field.description === undefined ? html`` : html` ${inline(field.description)}`;
  return html`<li>
    <code>${name}</code> <span class="kind">${kindOf(field)}${limits}</span>${optional}${about}
    ${fieldsOf(field) ?? ""}
  </li>`;
}

const REFERENCE = "#/components/schemas/";

/** The type in a few words. */
function kindOf(schema: Schema): Html {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.replace(REFERENCE, "");
    return html`<a href="#shape-${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`always <code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum) return inWords(schema.enum.map((word) => html`<code>${String(word)}</code>`));
  if (schema.format !== undefined) return html`${formats[schema.format] ?? schema.format}`;
  if (schema.anyOf) return inWords(schema.anyOf.map(kindOf));
  if (schema.type === "array") return html`list of ${kindOf((schema.items ?? {}) as Schema)}`;
  if (Array.isArray(schema.type)) return inWords(schema.type.map((each) => html`${wordFor(each)}`));
  if (schema.type === "object" && schema.properties === undefined)
    return html`any names, each with ${kindOf((schema.additionalProperties ?? {}) as Schema)}`;
  return html`${wordFor(schema.type)}`;
}

const formats: Record<string, string> = {
  date: "date",
  "date-time": "moment",
  email: "email address",
  binary: "file",
};

function wordFor(type: unknown): string {
  const words: Record<string, string> = {
    string: "text",
    integer: "whole number",
    boolean: "true or false",
    object: "object",
  };
  return typeof type === "string" ? (words[type] ?? type) : "anything";
}

function inWords(words: readonly Html[]): Html {
  return words.reduce(
    (all, word, index) => {
      if (index === 0) return word;
      return index === words.length - 1 ? html`${all} or ${word}` : html`${all}, ${word}`;
    },
    html``,
  );
}

/** Lengths and bounds that help the caller. */
function limitsOf(schema: Schema): string[] {
  const { maxLength, minimum, maximum, exclusiveMinimum } = schema;
  return [
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum.toLocaleString("en")}`]),
  ];
}

/** HTML from template text: escapes every value, unless it is HTML itself. */
type Html = { readonly html: string };

type Part = string | number | Html | readonly Html[];

function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + write(parts[index] ?? "")).join("") };
}

/** Prose with `code` between backticks, and an empty line between paragraphs. */
function prose(text: string): readonly Html[] {
  return text.split("\n\n").map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

function inline(text: string): readonly Html[] {
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
