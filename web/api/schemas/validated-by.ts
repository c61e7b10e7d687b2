import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, Resolver } from "react-hook-form";
import type { $ZodType } from "zod/v4/core";
import "./jitless.ts";

/** A form validated by a schema of the contract; what was written is sent as it was written. */
export function validatedBy<Fields extends FieldValues>(
  schema: $ZodType<unknown, FieldValues>,
): Resolver<Fields> {
  return standardSchemaResolver(schema, undefined, { raw: true }) as unknown as Resolver<Fields>;
}
