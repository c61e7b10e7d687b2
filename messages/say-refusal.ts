// Puts a refusal into words: its sentence, and what is said at each field.
import { FieldFault } from "#domain/field-fault.ts";
import type { FactsOf, FieldErrors, Refusal, RefusalCode } from "#domain/refusal.ts";
import type { FieldFaultCode, FieldFaults } from "#domain/field-fault.ts";
import { Message, type Fact, type FactsOf as FactsAt, type MessageKey } from "./message.ts";
import type { Translate } from "./translator.ts";
import type { SheetFault } from "#domain/opening/opening-book.ts";
import type { LineFault, SheetNotRead } from "#domain/statements/statement-file.ts";

/** One plain sentence for the person who asked. */
export function sayRefusal(t: Translate, refused: Refusal | FieldFault): string {
  return t(messageOfRefusal(refused));
}

/** The same sentence in no language yet. */
export function messageOfRefusal(refused: Refusal | FieldFault): Message {
  if (refused instanceof FieldFault) return new Message(`fields.${refused.code}`, refused.facts);
  const { code, facts, errors } = refused;
  // The facts of each code are those that its sentence fills in, by the types below. A list is shown beside the sentence.
  if (code !== "invalid-fields") {
    const filled = Object.entries(facts).filter(([, fact]) => !Array.isArray(fact));
    return new Message(`refusals.${code}`, Object.fromEntries(filled) as Record<string, Fact>);
  }
  const wrong = Object.values(errors ?? {}).filter((faults) => faults.length > 0);
  const first = wrong.length === 1 ? wrong[0]?.[0] : undefined;
  return first === undefined ? new Message("words.severalFields") : messageOfRefusal(first);
}

/** The same at each field. */
export function sayFieldErrors(t: Translate, errors: FieldErrors): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, faults]) => [
      field,
      faults.map((fault) => sayRefusal(t, fault)),
    ]),
  );
}

// Each code's facts hold what its sentence fills in; a code that lacks one is named by the compiler.
type FactsIn<Facts extends readonly unknown[]> = Facts extends [infer First] ? First : unknown;
type Lacking<Code extends string, Params, Key extends string> = Key extends MessageKey
  ? Params extends FactsIn<FactsAt<Key>>
    ? never
    : Code
  : Code;
type RefusalsLacking = {
  [Code in RefusalCode]: Lacking<Code, FactsIn<FactsOf<Code>>, `refusals.${Code}`>;
}[RefusalCode];
type FieldsLacking = {
  [Code in FieldFaultCode]: Lacking<
    Code,
    FieldFaults[Code] extends undefined ? unknown : FieldFaults[Code],
    `fields.${Code}`
  >;
}[FieldFaultCode];
const complete: [RefusalsLacking, FieldsLacking] extends [never, never]
  ? true
  : [RefusalsLacking, FieldsLacking] = true;
void complete;

// Puts what is wrong with a line of a statement, or a row of the sheet that brings books over, into words.

/** Why a sheet of a statement's file was not read. */
export function saySheetNotRead(t: Translate, { sheet, why }: SheetNotRead): string {
  return t(new Message(`statements.notRead.${why}`, { sheet }));
}

export function sayLineFault(t: Translate, { code, facts }: LineFault): string {
  return t(new Message(`statements.problems.${code}`, facts));
}

export function saySheetFault(t: Translate, { code, facts }: SheetFault): string {
  return t(new Message(`opening.problems.${code}`, facts));
}
