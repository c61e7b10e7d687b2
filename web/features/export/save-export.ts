// Fetches an export and hands it to the browser. Its own chunk: nothing of it is needed before the press.
import type { QueryOf } from "#contract/endpoint.ts";
import { exportJournal } from "#contract/ledger.ts";
import { fetchFile, saveFile } from "#web/api/save-file.ts";

/** Throws `ApiError` for a refusal. */
export async function saveExport(query: QueryOf<typeof exportJournal>): Promise<void> {
  saveFile(await fetchFile(exportJournal, { query }));
}
