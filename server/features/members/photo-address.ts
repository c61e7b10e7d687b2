// Where photos are read: the path in a user's `photo`. A page loads it by an <img>, which sends no token, so whoever has the
// address has the picture: it has 128 random bits, and ends with the photo and with the person (SAFE-21).
import { sql } from "kysely";

const FOLDER = "/media/photos";

export const photoRoute = `${FOLDER}/:name`;

export function photoAddress(name: string): string {
  return `${FOLDER}/${name}`;
}

/** Whether a member's photo is shown, as SQL over `members`: until they leave, are deactivated or turned away. */
export const showsPhoto = sql<boolean>`(
  members.exited_on IS NULL AND members.rejected_at IS NULL AND members.status <> 'cleared'
  AND (members.is_active OR members.status = 'pending_approval'))`;
