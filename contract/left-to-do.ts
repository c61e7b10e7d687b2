// What is left of the setup of a group (MEM-38).
import * as z from "zod/mini";

export const leftToDo = z.enum([
  /** The Chairperson's own email address is not proven. */
  "confirm_email",
  /** Nobody holds the office; `…_invited`: somebody is invited to it, or proposed for it. */
  "treasurer",
  "treasurer_invited",
  "sec_gen",
  "sec_gen_invited",
  /** Whether the group begins new or brings its books is not said. */
  "begins",
  /** The group has books already, and none of them stand here. */
  "bring_books",
  /** A sheet with them is proposed, and waits for this office. */
  "accept_books",
  /** Mail reaches nobody, since the server has no SMTP_URL; or it has, and nobody has tried it. */
  "no_mail",
  "test_mail",
]);

export type LeftToDo = z.output<typeof leftToDo>;
