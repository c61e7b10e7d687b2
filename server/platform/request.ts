// What an action knows about its request.
import type { Language } from "#domain/language.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";

/** The origin of a request, for sessions and the audit log. */
export type Origin = {
  address: string;
  /** The client's user agent. */
  device: string;
  /** The random name in the browser's cookie; null for a client without cookies. */
  browser: string | null;
};

/** The validated request of an endpoint that anybody may call. */
export type PublicRequest<Query = unknown, Body = unknown> = {
  /** The application's clock when the request arrived; all its dates and instants derive from it. */
  now: Date;
  /** The base of mailed links. */
  publicUrl: string;
  origin: Origin;
  /** The language of the answer. */
  language: Language;
  /** Translates the server's own sentences into it. */
  t: Translate;
  /** The language chosen on this device; null if none was. */
  chosenLanguage: Language | null;
  query: Query;
  body: Body;
};

/** Who an answer is for, and in which language. */
export type Viewer = { callerId: number; t: Translate };

/** The validated request of a signed-in person. */
export type SignedInRequest<Query = unknown, Body = unknown> = PublicRequest<Query, Body> & {
  actor: Actor;
  sessionId: number;
  /** The `:id` of the path; 0 if the path has none. */
  id: number;
  /** The account in the path's `:code`; the bank if the path has none. */
  code: AccountCode;
};

/** Who acts, when and from where, as every write records it. */
export type By = Pick<SignedInRequest, "actor" | "now" | "origin">;

/** The same, with the translations of the answer. */
export type SpokenTo = By & Pick<SignedInRequest, "t">;
