// Reads a request's query and body by the contract's schemas.
import { safeParse } from "zod/v4/core";
import type { $ZodIssue, $ZodType, output } from "zod/v4/core";
import { refuse, refuseFields } from "#domain/refusal.ts";

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
  throw refuseFields(messagesByField(result.error.issues));
}

function messagesByField(issues: readonly $ZodIssue[]): Record<string, string[]> {
  const errors: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.path.length === 0 ? "body" : issue.path.map(String).join(".");
    const messages = (errors[field] ??= []);
    if (!messages.includes(issue.message)) messages.push(issue.message);
  }
  return errors;
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
