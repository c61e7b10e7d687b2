// The contract's schemas as JSON Schema, each shared shape once (OpenAPI 3.1 uses JSON Schema unchanged).
import { registry, toJSONSchema, type $ZodType, type JSONSchema } from "zod/v4/core";
import { namedShapes } from "#contract/all-endpoints.ts";
import { shapeOf } from "#contract/fields.ts";
import { assert } from "#domain/assert.ts";

export type Schema = JSONSchema.BaseSchema;
export type Direction = "input" | "output";

/** Writes schemas, and collects under `shapes` those that are referenced by name. */
export function schemaWriter() {
  const ids = registry<{ id: string }>();
  for (const { name, schema } of namedShapes) ids.add(schema, { id: capitalised(name) });
  const shapes: Record<string, Schema> = {};
  return {
    shapes,
    /** `input` is what a request may contain, `output` what an answer contains. */
    write(schema: $ZodType, direction: Direction): Schema {
      const { $defs, ...written } = toJSONSchema(schema, {
        io: direction,
        metadata: ids,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          Object.assign(jsonSchema, shapeOf(zodSchema));
          delete jsonSchema["id"];
        },
      });
      delete written.$schema;
      for (const [name, shape] of Object.entries($defs ?? {})) {
        const listed = withLocalReferences(shape) as Schema;
        assert(
          shapes[name] === undefined || JSON.stringify(shapes[name]) === JSON.stringify(listed),
          `${name} is one shape when sent and another when answered`,
        );
        shapes[name] = listed;
      }
      return withLocalReferences(written) as Schema;
    },
  };
}

/** Shapes stand under `components` in an OpenAPI document. */
function withLocalReferences(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
