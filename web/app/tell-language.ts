// Tells the server in which language to write to whoever is signed in.
import { changeLanguage } from "#contract/own-language.ts";
import type { Language } from "#domain/language.ts";
import { readSessionToken } from "#web/api/call.ts";
import { hasSeat } from "#web/features/session/seat.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";

/** Throws `ApiError`; what is spoken here does not wait for it. */
export async function tellLanguage(language: Language): Promise<void> {
  // An auditor is written to by nobody.
  if (readSessionToken() === null || hasSeat()) return;
  await callEndpoint(changeLanguage, { body: { language }, ignoreLoading: true });
}
