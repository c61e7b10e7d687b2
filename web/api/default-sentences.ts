// What is said when the server refuses without a sentence of its own (SCR-28).
import { textsOf } from "#web/messages/words.ts";

type DefaultSentence = keyof ReturnType<typeof textsOf<"ui">>["defaults"];

const defaults: Readonly<Record<string, DefaultSentence>> = {
  "POST /api/user/signup": "signUp",
  "POST /api/user/activate": "activate",
  "POST /api/user/login": "signIn",
  "GET /api/user/get_user_data": "session",
  "GET /api/accounting/get_user_fines": "fines",
  "GET /api/finances/get_user_fines": "fines",
  "GET /api/accounting/baddebts": "badDebts",
  "POST /api/accounting/baddebts/recover": "recover",
};

/** The sentence for a call, whatever its query; null where there is none of its own. */
export function defaultOf(method: string, address: string): DefaultSentence | null {
  const path = address.split("?", 1)[0]?.replace(/\/+$/, "") ?? "";
  return defaults[`${method} ${path}`] ?? null;
}

/** In the language of the screen. */
export function defaultSentence(method: string, address: string): string {
  const texts = textsOf("ui");
  const found = defaultOf(method, address);
  return found === null ? texts.unreadable : texts.defaults[found];
}
