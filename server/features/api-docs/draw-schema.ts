// A schema as people read it: the fields with their kinds, nested as they are nested.
import { html, inline, type Html } from "./html.ts";
import type { Schema } from "./schemas.ts";

/** An object's fields; of anything else, what it is. */
export function drawSchema(schema: Schema): Html {
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

/** The fields within, wherever the objects stand: itself, the items of a list, or what may also be null. */
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

/** What it is, in a few words. */
export function kindOf(schema: Schema): Html {
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

/** Lengths and bounds, where they tell the caller something. */
function limitsOf(schema: Schema): string[] {
  const { maxLength, minimum, maximum, exclusiveMinimum } = schema;
  return [
    ...(maxLength === undefined ? [] : [`at most ${maxLength} characters`]),
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(exclusiveMinimum === undefined ? [] : [`above ${exclusiveMinimum}`]),
    ...(maximum === undefined ? [] : [`up to ${maximum.toLocaleString("en")}`]),
  ];
}
