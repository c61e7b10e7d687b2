// Defines an endpoint, with everything about it that crosses the wire in one object, and the only error body of the
// API.
import type { output as ZodOutput } from "zod/mini";
import type { $ZodType } from "zod/v4/core";
import type { Action } from "#domain/permissions.ts";
import * as z from "zod/mini";

export type Method = "GET" | "POST" | "DELETE";

/**
 * Who may call it: `public` needs no session, `session` any signed-in member; otherwise the action of
 * `domain/permissions.ts` that the caller must be allowed.
 */
export type Access = "public" | "session" | Action;

/** All of an endpoint that the browser's program contains: a file of `contract/addresses`. */
export type Address = {
  readonly method: Method;
  /** Path with a trailing slash as the specification writes it; `:id` is a positive integer, `:code` an account. */
  readonly path: string;
  /** Accepts `Idempotency-Key` (API-9): it moves money, sends something, or ties money to its evidence. */
  readonly movesMoney?: true;
};

export type Endpoint<
  Query extends $ZodType = $ZodType,
  Body extends $ZodType = $ZodType,
  Reply extends $ZodType = $ZodType,
> = Address & {
  readonly access: Access;
  readonly summary: string;
  /** Status of success: 201 where something is created (API-3). */
  readonly status: 200 | 201;
  readonly query: Query | null;
  /** The largest body in bytes, of one that may be larger than others (SAFE-8). */
  readonly bodyBytesMax?: number;
  readonly body: Body | null;
  readonly reply: Reply;
};

type Definition<Query, Body, Reply> = {
  access: Access;
  summary: string;
  status?: 200 | 201;
  query?: Query;
  bodyBytesMax?: number;
  body?: Body;
  reply: Reply;
};

type None = $ZodType<undefined, undefined>;

/** Declares an endpoint; the defaults are 200, no query, no body. */
export function defineEndpoint<
  Reply extends $ZodType,
  Query extends $ZodType = None,
  Body extends $ZodType = None,
>(address: Address, definition: Definition<Query, Body, Reply>): Endpoint<Query, Body, Reply> {
  return {
    ...address,
    status: 200,
    ...definition,
    query: definition.query ?? null,
    body: definition.body ?? null,
  };
}

/** What the server's action receives after validation. */
export type QueryOf<E extends Endpoint> = E["query"] extends $ZodType | null
  ? ZodOutput<NonNullable<E["query"]>>
  : never;
export type BodyOf<E extends Endpoint> = E["body"] extends $ZodType | null
  ? ZodOutput<NonNullable<E["body"]>>
  : never;
/** What the endpoint returns on success. */
export type ReplyOf<E extends Endpoint> = ZodOutput<E["reply"]>;

// The one error body of the API (API-1).

export const failure = z.object({
  detail: z.string(),
  /** At sign-in: the password was right, and the account also needs a code. */
  two_step_required: z.optional(z.literal(true)),
  /** The meeting that is there already. */
  meeting_id: z.optional(z.number()),
  /** The collection of the meeting that waits. */
  collection_id: z.optional(z.number()),
  /** What cannot be read in a statement (STAT-2). */
  problems: z.optional(
    z.array(z.object({ line: z.number(), column: z.string(), detail: z.string() })),
  ),
  /**
   * What depends on a statement that cannot be withdrawn (STAT-7), or on an opening or a share-out that cannot be taken
   * back (OPEN-39, SHARE-7).
   */
  blocking: z.optional(
    z.array(z.object({ kind: z.string(), id: z.number(), reference: z.nullable(z.string()) })),
  ),
  /** What is wrong in a sheet of the group's book (OPEN-15), or in a collection sheet (CASH-5). */
  rows: z.optional(
    z.union([
      z.array(
        z.object({
          sheet: z.string(),
          row: z.number(),
          level: z.enum(["error", "warning"]),
          column: z.string(),
          detail: z.string(),
        }),
      ),
      z.array(z.object({ member_id: z.number(), detail: z.string() })),
    ]),
  ),
  /**
   * KES: the savings of the sheet that was taken back, and in `savings_after` those of the sheet to accept (OPEN-37).
   */
  savings_now: z.optional(z.number()),
  savings_after: z.optional(z.number()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
});

export type Failure = z.output<typeof failure>;
