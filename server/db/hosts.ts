// The hosts that a database's URL names: one, or several of which one takes writes, written as libpq has them:
// postgres://user:password@a:5432,b:5432/akiba?target_session_attrs=read-write
import { OperatorError } from "#server/platform/command.ts";

/** A name, an address or the folder of a socket; and its port. */
export type Host = { readonly host: string; readonly port: number };

const WANTED = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
/** `target_session_attrs`: which of the hosts is meant. */
export type Wanted = (typeof WANTED)[number];

export type HostList = {
  readonly hosts: readonly Host[];
  readonly wanted: Wanted;
  /** The same URL with the first host alone, as `pg` reads it. */
  readonly url: string;
};

const PORT = 5432;

/** Reads a URL; refuses, with a sentence for the operator that holds no password, what cannot be understood. */
export function readHosts(url: string): HostList {
  const parts = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url);
  const [, scheme = "", signIn, authority = "", path = "", query = ""] = parts ?? [];
  const options = new URLSearchParams(query);
  const wanted = readWanted(options.get("target_session_attrs") ?? "any");
  const inQuery = options.get("host") ?? "";
  const written = (inQuery === "" ? authority : inQuery).split(",");
  // A name that is no URL of several hosts is left to `pg`, which knows other forms.
  if (parts === null || written.length === 1) return { hosts: [], wanted, url };
  const ports = inQuery === "" ? [] : (options.get("port") ?? "").split(",");
  if (ports.length > 1 && ports.length !== written.length)
    throw unreadable(`it names ${written.length} hosts and ${ports.length} ports`);
  const hosts = written.map((text, index) =>
    inQuery === "" ? readHost(text) : hostOf(text, ports[index] ?? ports[0] ?? ""),
  );
  for (const name of ["host", "port", "target_session_attrs"]) options.delete(name);
  const [first] = hosts;
  options.set("host", first?.host ?? "");
  options.set("port", String(first?.port ?? PORT));
  const user = signIn === undefined ? "" : `${signIn}@`;
  return { hosts, wanted, url: `${scheme}${user}localhost${path}?${options.toString()}` };
}

/** As a log tells it. */
export function nameOf({ host, port }: Host): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

function readHost(text: string): Host {
  const [, bracketed, plain, port = ""] = /^(?:\[([^\]]+)\]|([^:]*))(?::(.*))?$/.exec(text) ?? [];
  return hostOf(bracketed ?? decodeURIComponent(plain ?? ""), port);
}

function hostOf(host: string, text: string): Host {
  const port = text === "" ? PORT : Number(text);
  if (host === "") throw unreadable("one of its hosts has no name");
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw unreadable(`${host} has no port from 1 to 65535`);
  return { host, port };
}

function readWanted(text: string): Wanted {
  const wanted = WANTED.find((each) => each === text);
  if (wanted === undefined)
    throw unreadable(`target_session_attrs is none of ${WANTED.join(", ")}`);
  return wanted;
}

function unreadable(why: string): Error {
  return new OperatorError(`The address of the database cannot be read: ${why}.`);
}
