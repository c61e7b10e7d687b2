// How many cells a file may have, so that its tables stay within the memory of their reader.
import { refuse } from "#domain/refusal.ts";
import type { Cell } from "#domain/spreadsheets/table.ts";

/** Three times the cells of a statement of 50,000 lines, which come to some 150 MB. */
const CELLS_MAX = 2_000_000;
export const COLUMNS_MAX = 200;

export const EMPTY: Cell = { text: "", kind: "text" };

/** How many cells may still come. */
export type Room = { cells: number };

export function newRoom(): Room {
  return { cells: CELLS_MAX };
}

/** An empty row takes room as well. Refuses with `file-too-large-to-read`. */
export function takeRoom(room: Room, cells: number): void {
  room.cells -= Math.max(cells, 1);
  if (room.cells < 0) throw refuse("file-too-large-to-read");
}
