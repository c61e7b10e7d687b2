// The key is written out: importing it from web/api would bring React into this script.
/** Who is signed in on this device finds the way in beside the headline. Sign In stays: the session may have ended. */
export function offerDashboard(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-second]");
  if (!link || localStorage.getItem("session_cookie") === null) return;
  link.href = "/dashboard";
  link.textContent = link.dataset["second"] ?? "";
}
