// Puts what is wrong with a line of a statement, or a row of the sheet that brings books over, into words.
import type { SheetFault } from "#domain/opening/validated-sheet.ts";
import type { LineFault } from "#domain/statements/statement-file.ts";
import { Message } from "./message.ts";
import type { Translate } from "./translator.ts";

export function sayLineFault(t: Translate, { code, facts }: LineFault): string {
  return t(new Message(`statements.problems.${code}`, facts));
}

export function saySheetFault(t: Translate, { code, facts }: SheetFault): string {
  return t(new Message(`opening.problems.${code}`, facts));
}
