import type { getOpeningTemplate, getSheetWithProblems } from "#contract/opening.ts";
import { ApiError } from "#web/api/call.ts";
import { fetchFile, saveFile } from "#web/api/save-file.ts";
import { showToast } from "#web/ui/toaster.tsx";

type FileEndpoint = typeof getOpeningTemplate | typeof getSheetWithProblems;

/** Saves a file of the API; why it cannot be had is shown in a toast. */
export async function saveFileOf(
  endpoint: FileEndpoint,
  query: Record<string, string>,
): Promise<void> {
  try {
    saveFile(await fetchFile(endpoint, { query }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showToast("error", error.detail);
  }
}
