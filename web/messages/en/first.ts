// The words that the dashboard opens with.
import { contributions } from "./contributions.ts";
import { dashboard } from "./dashboard.ts";
import { home } from "./home.ts";
import { ui } from "./ui.ts";

export const first = { contributions, dashboard, home, ui };
