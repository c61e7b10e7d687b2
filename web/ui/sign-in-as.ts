// The address that sign-in is filled in with on the next page of this tab, for who has just proved it by a mailed link.
const key = "akiba.sign-in-as";

export function signInNextAs(email: string): void {
  sessionStorage.setItem(key, email);
}

/** Once; empty where there is none. */
export function takeSignInAs(): string {
  const email = sessionStorage.getItem(key) ?? "";
  sessionStorage.removeItem(key);
  return email;
}
