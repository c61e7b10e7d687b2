// The words of sign-in and of the interface's parts, which the landing page needs too.
import { auth } from "./auth.ts";
import { ui } from "./ui.ts";

export const doors = { auth, ui };
