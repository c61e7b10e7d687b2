// The words that sign-in and the dashboard open with.
import { auth } from "./auth.ts";
import { contributions } from "./contributions.ts";
import { dashboard } from "./dashboard.ts";
import { home } from "./home.ts";
import { ui } from "./ui.ts";

export const first = { auth, contributions, dashboard, home, ui };
