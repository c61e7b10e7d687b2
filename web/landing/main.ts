// The landing page's own script: small, and without React until somebody wants to sign in.
import { turnQuotes } from "./carousel.ts";
import { showGroupName } from "./show-group-name.ts";
import { closeMenuWhenDone } from "./menu.ts";
import { forgetLanguageInAddress } from "./language-in-address.ts";
import { openOnDemand } from "./open-on-demand.ts";
import { offerThemes } from "./choose-theme.ts";
import { offerDashboard } from "./offer-dashboard.ts";

for (const year of document.querySelectorAll("[data-year]")) {
  year.textContent = String(new Date().getFullYear());
}
for (const carousel of document.querySelectorAll<HTMLElement>("[data-carousel]")) {
  turnQuotes(carousel);
}
closeMenuWhenDone();
offerDashboard();
offerThemes();
openOnDemand();
void showGroupName();
forgetLanguageInAddress();
