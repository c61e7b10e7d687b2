// A database on several hosts (SAFE-26, docs/decisions/040-several-hosts.md): reads the host names, finds the host that takes writes,
// connects to it, and switches to another host when a standby is promoted.
import { setTimeout as wait } from "node:timers/promises";
import { Client, type ClientBase, type ClientConfig } from "pg";
import { OperatorError } from "#server/platform/command.ts";
import { away, isBehind } from "./database-away.ts";

/** How long one host may take to accept the sign-in and answer. */
const ANSWER_MS = 2_000;
/** How long `find` waits; shorter than a pool waits for a connection (SAFE-8). */
const PATIENCE_MS = 2_500;
const ASK_AGAIN_MS = 200;
const WATCH_MS = 3_000;

/** Reads a host's timeline. Throws when the host takes no writes or its database is behind. */
export type Examine = (client: ClientBase) => Promise<{ timeline: number | null }>;

export type Primary = {
  /** Returns the host that takes writes. Waits 2.5 s for one, then throws as if the database were away. */
  find(): Promise<Host>;
  /** Reports that a connection to the host failed, so the next `find` searches again. */
  doubt(host: Host): void;
  /** Registers a connection to be closed as soon as another host takes over, since its data is then out of date. */
  hold(client: Client, host: Host): void;
  /** Searches every 3 s even if no connection breaks: a host may stop answering, or be replaced while it still runs. */
  watch(tell: (line: string) => void): { stop(): void };
};

type Answer = { host: Host; timeline: number } | { host: Host; why: string; isBehind: boolean };

/** All `hosts` hold the same database; `url` has the sign-in and options that each of them accepts. */
export function openPrimary(
  { hosts, url }: { hosts: readonly Host[]; url: string },
  examine: Examine,
): Primary {
  const held = new Map<Client, Host>();
  let current: Host | null = null;
  let watchers = 0;
  let searching: Promise<Answer[]> | null = null;

  const ask = async (host: Host): Promise<Answer> => {
    try {
      return { host, timeline: await askHost(url, host, examine) };
    } catch (error) {
      return { host, why: reasonOf(error), isBehind: isBehind(error) };
    }
  };

  /** Asks every host. Moves to the one with the highest timeline among those that take writes: a promotion raises the timeline. */
  const search = async (): Promise<Answer[]> => {
    searching ??= Promise.all(hosts.map(ask)).finally(() => (searching = null));
    const answers = await searching;
    const ready = answers.filter((answer) => "timeline" in answer);
    const best = ready.toSorted((one, other) => other.timeline - one.timeline)[0];
    if (best !== undefined) moveTo(best.host);
    return answers;
  };

  const moveTo = (host: Host) => {
    current = host;
    for (const [client, its] of held)
      if (its !== host) {
        held.delete(client);
        client.connection.stream.destroy(away("Another host of the database has taken over."));
      }
  };

  /** Whether the loss of the current host would be noticed: only through an open connection to it, or a watcher. */
  const isHeard = () => watchers > 0 || [...held.values()].includes(current as Host);

  return {
    async find() {
      const deadline = Date.now() + PATIENCE_MS;
      let answers: Answer[] = [];
      for (;;) {
        if (current !== null && isHeard()) return current;
        current = null;
        const found = await Promise.race([search(), silence(deadline - Date.now())]);
        // An earlier answer explains the refusal better than a timeout in the last round.
        if (found.length > 0) answers = found;
        if (current !== null) return current;
        if (Date.now() + ASK_AGAIN_MS > deadline) throw noneTakesWrites(answers);
        await wait(ASK_AGAIN_MS);
      }
    },
    doubt(host) {
      if (current === host) current = null;
    },
    hold(client, host) {
      held.set(client, host);
      client.once("end", () => held.delete(client));
    },
    watch(tell) {
      const stopping = new AbortController();
      watchers++;
      const watch = async () => {
        let reported = current;
        for (; !stopping.signal.aborted; await pause(stopping.signal)) {
          await search();
          if (current !== null && reported !== null && current !== reported)
            tell(`the database is now at ${nameOf(current)}, not at ${nameOf(reported)}`);
          reported = current ?? reported;
        }
      };
      void watch();
      return {
        stop: () => {
          if (stopping.signal.aborted) return;
          stopping.abort();
          watchers--;
        },
      };
    },
  };
}

export type PrimaryClientConfig = ClientConfig & { primary?: Primary | undefined };

/** A `pg` client. If the URL names several hosts, it connects to the one that takes writes. */
export class PrimaryClient extends Client {
  readonly #primary: Primary | undefined;

  constructor(config?: string | PrimaryClientConfig) {
    super(config);
    this.#primary = typeof config === "object" ? config.primary : undefined;
    // A lost connection fails its query. Without a listener the "error" event would end the process, also in the moment between
    // connecting and the pool's own listener.
    this.on("error", () => undefined);
  }

  override connect = ((onConnected?: (error: Error | null, client?: Client) => void) => {
    const connect = super.connect.bind(this);
    const primary = this.#primary;
    const connected = primary === undefined ? connect() : this.#follow(primary, connect);
    if (onConnected === undefined) return connected;
    connected.then(
      () => onConnected(null, this),
      (error: unknown) => onConnected(error instanceof Error ? error : new Error(String(error))),
    );
  }) as typeof Client.prototype.connect;

  async #follow(primary: Primary, connect: () => Promise<Client>): Promise<Client> {
    const host = await primary.find();
    pointAt(this, host);
    this.on("error", () => primary.doubt(host));
    try {
      await connect();
    } catch (error) {
      primary.doubt(host);
      throw error;
    }
    primary.hold(this, host);
    return this;
  }
}

/** Runs `work` on a connection of its own, which is closed afterwards. */
export async function withClient<T>(
  config: PrimaryClientConfig,
  work: (client: PrimaryClient) => Promise<T>,
): Promise<T> {
  const client = new PrimaryClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function askHost(url: string, host: Host, examine: Examine): Promise<number> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: "akiba hosts",
  });
  client.on("error", () => undefined);
  pointAt(client, host);
  const late = new AbortController();
  const answered = (async () => {
    await client.connect();
    return (await examine(client)).timeline ?? 0;
  })();
  const tooLate = wait(ANSWER_MS, undefined, { ref: false, signal: late.signal }).then(() => {
    throw new Error("no answer came");
  });
  try {
    return await Promise.race([answered, tooLate]);
  } finally {
    late.abort();
    for (const each of [answered, tooLate]) each.catch(() => undefined);
    void client.end().catch(() => undefined);
  }
}

/** Sets the host and port of a client that has not connected yet. */
function pointAt(client: Client, { host, port }: Host): void {
  client.host = host;
  client.port = port;
}

function noneTakesWrites(answers: readonly Answer[]): Error {
  const reasons = answers.map((answer) =>
    "why" in answer
      ? `${nameOf(answer.host)}: ${answer.why.replace(/\.$/, "")}`
      : nameOf(answer.host),
  );
  const why = reasons.length === 0 ? "none answers" : reasons.join("; ");
  return Object.assign(away(`No host of the database takes writes: ${why}.`), {
    isForOperator: true,
    isBehind: answers.some((answer) => "why" in answer && answer.isBehind),
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // When a name has several addresses, Node's error has a code but no message.
  return error.message || ("code" in error ? String(error.code) : error.name);
}

/** Resolves to no answers after `ms` milliseconds. */
const silence = (ms: number): Promise<Answer[]> => wait(Math.max(ms, 0), [], { ref: false });

const pause = (signal: AbortSignal) =>
  wait(WATCH_MS, undefined, { ref: false, signal }).catch(() => undefined);

// The hosts in a database's URL: one, or several of which one takes writes. The syntax is libpq's:
// postgres://user:password@a:5432,b:5432/akiba?target_session_attrs=read-write

/** `host` is a name, an address, or a socket's folder. */
type Host = { readonly host: string; readonly port: number };

const WANTED = ["any", "read-write", "read-only", "primary", "standby", "prefer-standby"] as const;
/** `target_session_attrs`: the kind of host to connect to. */
type Wanted = (typeof WANTED)[number];

type HostList = {
  readonly hosts: readonly Host[];
  readonly wanted: Wanted;
  /** The same URL with only the first host, in the form that `pg` parses. */
  readonly url: string;
};

const PORT = 5432;

/**
 * Reads a URL; `hosts` is empty when it names a single host. Throws an `OperatorError`, without the password, when the URL cannot be
 * parsed.
 */
export function readHosts(url: string): HostList {
  const parts = /^(postgres(?:ql)?:\/\/)(?:([^@/?#]*)@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url);
  const [, scheme = "", signIn, authority = "", path = "", query = ""] = parts ?? [];
  const options = new URLSearchParams(query);
  const wanted = readWanted(options.get("target_session_attrs") ?? "any");
  const inQuery = options.get("host") ?? "";
  const written = (inQuery === "" ? authority : inQuery).split(",");
  // `pg` parses a single host itself, and knows forms other than a URL.
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

/** The host as it appears in log lines. */
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
