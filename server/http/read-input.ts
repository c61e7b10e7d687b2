// Reads a request's query and body by the contract's schemas.
import { safeParse } from "zod/v4/core";
import type { $ZodIssue, $ZodType, output } from "zod/v4/core";
import { FieldFault, faultsInSchemas, fieldFault } from "#domain/field-fault.ts";
import { refuse, refuseFields, type FieldErrors } from "#domain/refusal.ts";

/** Validates `value`; refuses with each field's messages (400). */
export function readInput<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema>;
export function readInput<Schema extends $ZodType>(
  schema: Schema | null,
  value: unknown,
): output<Schema> | undefined;
export function readInput<Schema extends $ZodType>(
  schema: Schema | null,
  value: unknown,
): output<Schema> | undefined {
  if (schema === null) return undefined;
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw refuseFields(faultsByField(result.error.issues));
}

function faultsByField(issues: readonly $ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
    const faults = (errors[field] ??= []);
    const fault = faultOf(issue);
    if (!faults.some(({ code }) => code === fault.code)) faults.push(fault);
  }
  return errors;
}

/** The contract's own readers name what is wrong (contract/fields.ts). */
function faultOf(issue: $ZodIssue): FieldFault {
  const fault: unknown = issue.code === "custom" ? issue.params?.["fault"] : undefined;
  if (fault instanceof FieldFault) return fault;
  return fieldFault(faultsInSchemas.find((code) => code === issue.message) ?? "unreadable");
}

/** The body as JSON; an absent body counts as {} so that each missing field is named. */
export function parseJson(text: string | undefined): Record<string, unknown> {
  if (text === undefined || text.trim() === "") return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("unreadable-body");
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject || isDeeperThan(5, value)) throw refuse("unreadable-body");
  return value as Record<string, unknown>;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner));
}
