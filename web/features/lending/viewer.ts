import type { Action } from "#domain/permissions.ts";

/** Who looks at a loan, and what they may do. */
export type Viewer = { id: number; may: (action: Action) => boolean };
