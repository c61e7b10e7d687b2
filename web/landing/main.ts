// The landing page's own script: small, and without React until somebody wants to sign in.
import { turnQuotes } from "./carousel.ts";
import { showGroupName } from "./show-group-name.ts";
import { closeMenuWhenDone } from "./menu.ts";
import { openOnDemand } from "./open-on-demand.ts";
import { offerThemes } from "./choose-theme.ts";

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

/** `/?language=sw` has set the cookie; what is shared or stored as a bookmark shall follow its reader's own choice. */
function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
}

// The key is written out: importing it from web/api would bring React into this script.
/** Who is signed in on this device finds the way in beside the headline. Sign In stays: the session may have ended. */
function offerDashboard(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-second]");
  if (!link || localStorage.getItem("session_cookie") === null) return;
  link.href = "/dashboard";
  link.textContent = link.dataset["second"] ?? "";
}
