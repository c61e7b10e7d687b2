// The Treasurer of the demo group posts a ledger entry.
import { postEntry } from "#server/features/ledger-entries/post-entry.ts";
import type { DemoGroup } from "./demo-group.ts";
import type { Posting } from "./ledger-tables.ts";
import type { Happening } from "./timeline.ts";

/** A function gives what is known only when the moment has come. */
export function post(at: Date, body: Posting | (() => Posting)): Happening {
  return {
    at,
    happen: (group) => postNow(group, at, typeof body === "function" ? body() : body),
  };
}

export function postNow({ act }: DemoGroup, at: Date, body: Posting) {
  return act({ who: "treasurer", right: "entries.post", at }, (tx, by) => postEntry(tx, by, body));
}
