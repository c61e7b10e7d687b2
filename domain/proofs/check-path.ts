/** The page that checks a noted head, filled in; with the group's address before it, for a link or a QR code. */
export function checkPath(head: { entries: number; fingerprint: string }): string {
  return `/check?entries=${head.entries}&fingerprint=${head.fingerprint}`;
}
