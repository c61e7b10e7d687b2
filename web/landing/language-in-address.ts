/** `/?language=sw` has set the cookie; what is shared or stored as a bookmark shall follow its reader's own choice. */
export function forgetLanguageInAddress(): void {
  const address = new URL(location.href);
  if (!address.searchParams.has("language")) return;
  address.searchParams.delete("language");
  history.replaceState(null, "", address);
}
