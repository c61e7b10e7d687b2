// Writes: an endpoint of the contract as an action with its toasts and its idempotency key. After every success
// everything on screen is refetched.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { Endpoint, ReplyOf } from "#contract/endpoint.ts";
import { yieldTask } from "#web/ui/idle.ts";
import { showToast } from "#web/ui/toaster.tsx";
import { ApiError, callEndpoint, type CallInput } from "./call.ts";
import type { AboutPayment } from "./stored/outbox.ts";
import { renewAfterChange, renewShown } from "./batched-queries.ts";

type ActionOptions<E extends Endpoint> = {
  /** A link in the success toast, e.g. to the receipt. */
  toastAction?: (reply: ReplyOf<E>) => { label: string; onPress: () => void } | undefined;
  /** A payment: without an answer it is stored on this device and sent again; the error of the outcome has `kept`. */
  payment?: AboutPayment;
};

type Outcome<E extends Endpoint> = { ok: true; reply: ReplyOf<E> } | { ok: false; error: ApiError };

type Sent<E extends Endpoint> = Pick<CallInput<E>, "params" | "body" | "form" | "sendBy">;

/**
 * Returns `run`, which never throws for a refusal: a toast has shown it, and the outcome has it for the form. A
 * second press while the first is pending gets the first one's outcome.
 */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  const queries = useQueryClient();
  const keys = useIdempotencyKey();
  const underWay = useRef<Promise<Outcome<E>> | null>(null);
  const { mutateAsync, isPending } = useMutation<ReplyOf<E>, Error, Sent<E>>({
    mutationFn: async (sent) => {
      if (!endpoint.movesMoney) return callEndpoint(endpoint, sent);
      const params = { ...sent, idempotencyKey: keys.of(sent) };
      const { payment } = options;
      const outbox = payment && (await fetchOutbox());
      return outbox
        ? (outbox.payKeeping(endpoint, params, payment) as Promise<ReplyOf<E>>)
        : callEndpoint(endpoint, params);
    },
  });

  const send = async (sent: Sent<E>): Promise<Outcome<E>> => {
    try {
      const reply = await mutateAsync(sent);
      // Its page stays open, and the same file may be sent again.
      if (sent.form !== undefined) keys.forget();
      showToast("success", detailOf(reply), options.toastAction?.(reply));
      // Not awaited, and after the form has closed: the form's own queries are not refetched.
      void yieldTask().then(() => renewAfterChange(queries));
      return { ok: true, reply };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A refusal of the whole, not of a field: what is on screen is out of date, as when another official decided
      // meanwhile.
      const isOutdated =
        [400, 404].includes(error.status) && Object.keys(error.errors).length === 0;
      if (isOutdated) void yieldTask().then(() => renewShown(queries));
      return { ok: false, error };
    } finally {
      underWay.current = null;
    }
  };

  const run = (sent: Sent<E>): Promise<Outcome<E>> => (underWay.current ??= send(sent));
  return { run, busy: isPending };
}

/** Without the part that stores payments they are sent like everything else. */
function fetchOutbox(): Promise<typeof import("./stored/outbox.ts") | null> {
  return import("#web/later.ts").catch(() => null);
}

function detailOf(reply: unknown): string {
  return typeof reply === "object" && reply !== null && "detail" in reply
    ? String(reply.detail)
    : "";
}

/**
 * One key while the same content is sent from the same opened form, so that a retry after a lost answer never pays
 * twice (API-9). Corrected content is another request with another key.
 */
function useIdempotencyKey(): { of: (content: unknown) => string; forget: () => void } {
  const last = useRef<{ content: string; key: string } | null>(null);
  return {
    of: (params) => {
      const content = JSON.stringify(params, (_name, value: unknown) =>
        value instanceof FormData ? Array.from(value, fieldContent) : value,
      );
      if (last.current?.content !== content) last.current = { content, key: randomKey() };
      return last.current.key;
    },
    forget: () => {
      last.current = null;
    },
  };
}

function fieldContent([name, value]: [string, FormDataEntryValue]): unknown[] {
  return typeof value === "string"
    ? [name, value]
    : [name, value.name, value.size, value.lastModified];
}

/** 128 random bits; `crypto.randomUUID` is missing on pages without https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
