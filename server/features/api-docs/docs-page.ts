// The API document as a page for people: no script, one stylesheet of our own.
import type { ApiDocument } from "./api-document.ts";
import { drawSchema, kindOf } from "./draw-schema.ts";
import { html, inline, prose, type Html } from "./html.ts";
import type { Operation, Parameter } from "./operations.ts";
import type { Schema } from "./schemas.ts";

type Listed = { path: string; method: string; operation: Operation };

export function drawDocsPage(document: ApiDocument): string {
  const { info, tags, components } = document;
  const listed = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
  const areas = tags.map(({ name }) => ({
    name,
    anchor: name.toLowerCase().replaceAll(" ", "-"),
    operations: listed.filter(({ operation }) => operation.tags[0] === name),
  }));
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
                ${operations.map(drawOperation)}
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
            ${Object.entries(components.schemas).map(
              ([name, shape]) =>
                html`<article id="shape-${name}">
                  <h3>${name}</h3>
                  ${drawSchema(shape)}
                </article>`,
            )}
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
