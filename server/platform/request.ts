// What an action knows of the request it serves.
import type { Language } from "#domain/language.ts";
import type { AccountCode } from "#domain/ledger/chart-of-accounts.ts";
import type { Actor } from "#domain/permissions.ts";
import type { Translate } from "#messages/translator.ts";

/** Where a request comes from, for sessions and the audit log. */
export type Origin = {
  address: string;
  /** What the client says it is. */
  device: string;
  /** The random name that a browser has in its cookie; null for a client that keeps no cookies. */
  browser: string | null;
};

/** The validated request of an endpoint that anybody may call. */
export type PublicRequest<Query = unknown, Body = unknown> = {
  /** The application's clock when the request came; all its dates and instants derive from it. */
  now: Date;
  origin: Origin;
  /** What the answer is asked for in. */
  language: Language;
  /** Says what the server itself says in it. */
  t: Translate;
  /** What they chose on this device; null where they never did. */
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
  /** The `:id` of the path; 0 where the path has none. */
  id: number;
  /** The account that the `:code` of the path names; the bank where the path has none. */
  code: AccountCode;
};
