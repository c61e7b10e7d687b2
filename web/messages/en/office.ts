// The words of the pages that only an office or the auditor opens: one chunk, fetched with the first of them.
import { audit } from "./audit.ts";
import { entering } from "./entering.ts";
import { settings } from "./settings.ts";
import { statementLines, statements } from "./statements.ts";

export const office = { audit, entering, settings, statements, statementLines };
