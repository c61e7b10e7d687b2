// Calls an endpoint of the contract, typed from request to reply.
import type { output as ZodOutput } from "zod/mini";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { call, type CallOptions } from "./call.ts";

type Scalar = string | number | boolean | null | undefined;
type PathOf<E extends Endpoint> = E["path"];

/** What a caller may pass for a schema: its fields, each as the plain JSON value that the server parses. */
type Written<Schema> = Schema extends null
  ? undefined
  : WrittenFields<ZodOutput<NonNullable<Schema>>>;
/**
 * Maps each branch of a union separately, and lists and objects field by field; a caller may pass a string for a
 * value that the server parses into an object.
 */
type WrittenFields<Fields> = Fields extends unknown
  ? { [Field in keyof Fields]: WrittenValue<Fields[Field]> }
  : never;
type WrittenValue<Value> = Value extends readonly (infer Item)[]
  ? readonly WrittenFields<Item>[]
  : Value extends object
    ? Scalar | WrittenFields<Value>
    : Scalar;

export type CallInput<E extends Endpoint> = {
  /** Fills `:id` or `:code` in the path. */
  params?: { id: number | string } | undefined;
  query?: Partial<Written<E["query"]>> | undefined;
  body?: Written<E["body"]> | undefined;
  /** A file is sent as multipart instead of a body. */
  form?: FormData | undefined;
  idempotencyKey?: string;
  token?: string;
  signal?: AbortSignal;
  ignoreLoading?: boolean;
  sendBy?: NonNullable<CallOptions["sendBy"]>;
};

/** Calls an endpoint; the reply has the type of its schema. Throws `ApiError`. */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ReplyOf<E>> {
  const { params, query, form, ...rest } = input;
  return call<ReplyOf<E>>(endpoint.method, fillPath(endpoint.path, params), {
    ...rest,
    ...(form === undefined ? {} : { body: form }),
    query: writtenQuery(query),
  });
}

/** The address of an endpoint with its `:id` filled in. */
export function fillPath<E extends Endpoint>(
  path: PathOf<E>,
  params: { id: number | string } | undefined,
): string {
  return params === undefined ? path : path.replace(/:(id|code)/, String(params.id));
}

export function writtenQuery(query: object | undefined): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(query ?? {}).map(([name, value]) => [
      name,
      value === undefined || value === null || value === "" ? undefined : String(value),
    ]),
  );
}
