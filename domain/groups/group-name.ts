// The name by which a group of a host stands in its address (GROUP-1).

/** Addresses of the host's own, today or one day. */
const RESERVED = new Set(["www", "api", "admin", "host", "mail", "static", "app", "console"]);
const LENGTH_MIN = 3;
const LENGTH_MAX = 30;

/** A letter first, no hyphen last or twice. */
const SHAPE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Whether a group may have that name, apart from whether another one has it. */
export function isGroupName(name: string): boolean {
  return (
    name.length >= LENGTH_MIN &&
    name.length <= LENGTH_MAX &&
    SHAPE.test(name) &&
    !RESERVED.has(name)
  );
}

/**
 * Whom an address of the host names: the host itself, a group by its name, or nobody. `host` is a `Host` header, `base` the
 * host and port of the host's own address.
 */
export function namedByHost(host: string, base: string): { group: string } | "host" | null {
  const [wanted, own] = [host, base].map((each) => each.toLowerCase());
  if (wanted === own) return "host";
  if (wanted?.endsWith(`.${own}`) !== true) return null;
  const name = wanted.slice(0, -base.length - 1);
  return isGroupName(name) ? { group: name } : null;
}

/** The address of a group's own pages. `publicUrl` is the host's, as PUBLIC_URL is read. */
export function groupUrl(publicUrl: string, name: string): string {
  return publicUrl.replace("://", `://${name}.`);
}
