// The one listener of a host: the name in the `Host` header finds the group that answers, and nothing else does (GROUP-2).
import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { getHealth } from "#contract/health.ts";
import { namedByHost } from "#domain/groups/group-name.ts";
import { refuse } from "#domain/refusal.ts";
import { translatorFor } from "#messages/translator.ts";
import { openApplication } from "#server/http/application.ts";
import { proxyTest } from "#server/http/connections.ts";
import type { Exchanges } from "#server/http/exchanges.ts";
import { acceptedLanguage } from "#server/http/language.ts";
import type { Config } from "#server/platform/config.ts";
import type { AwakeGroups } from "./awake-groups.ts";
import type { GroupRow } from "./directory-schema.ts";
import { reachDirectory, type OpenDirectory } from "./open-directory.ts";

/** A request waits this long for its group to wake. */
const WAKING_MS = 3_000;

type FrontDoorParts = {
  config: Config;
  directory: OpenDirectory;
  log: Logger;
  webRoot: string;
  /** Opens the groups, which share the connections of the listener. */
  groups: (exchanges: Exchanges) => AwakeGroups;
};

export type FrontDoor = { app: FastifyInstance; groups: AwakeGroups };

export async function openFrontDoor(parts: FrontDoorParts): Promise<FrontDoor> {
  const { config, directory, log, webRoot } = parts;
  const { publicUrl, trustProxy: proxies, connectionsPerAddress } = config;
  const base = new URL(publicUrl).host;
  const isProxy = proxyTest(proxies);
  let groups: AwakeGroups | null = null;

  const answerFor = async (
    request: IncomingMessage,
    response: ServerResponse,
    own: RequestListener,
  ): Promise<void> => {
    const named = namedByHost(hostOf(request, isProxy), base);
    const row = named === null || named === "host" ? null : await find(named.group);
    if (groups === null || row === null || row.state !== "active") {
      unanswered.set(request, row !== null ? "asleep" : named === "host" ? "host" : "nobody");
      return own(request, response);
    }
    const used = await within(WAKING_MS, groups.use(row));
    if (used === null) {
      unanswered.set(request, "asleep");
      return own(request, response);
    }
    // One listener more than the application has by itself, which comes to Node's limit for a leak.
    response.setMaxListeners(response.getMaxListeners() + 1);
    response.once("close", used.done);
    used.group.app.routing(request, response);
  };

  const find = (name: string): Promise<GroupRow | null> =>
    directory.db
      .selectFrom("groups")
      .selectAll()
      .where("name", "=", name)
      .where("state", "not in", ["creating", "ended"])
      .executeTakeFirst()
      .then((row) => row ?? null);

  const attach = (listener: Server, own: RequestListener) => {
    listener.on("request", (request: IncomingMessage, response: ServerResponse) => {
      answerFor(request, response, own).catch((error: unknown) => {
        log.warn({ err: error }, "a group could not be asked");
        unanswered.set(request, "asleep");
        own(request, response);
      });
    });
  };

  const { app, exchanges } = await openApplication({
    log,
    proxies,
    overTls: publicUrl.startsWith("https:"),
    webRoot,
    connectionsPerAddress,
    attach,
  });
  groups = parts.groups(exchanges);
  hostRoutes(app, directory);
  return { app, groups };
}

/** Why no group answers a request: it is the host's own, its group is not open, or nobody has that name. */
const unanswered = new WeakMap<IncomingMessage, "host" | "asleep" | "nobody">();

/** A forwarded name counts from a proxy alone. */
function hostOf(request: IncomingMessage, isProxy: (address: string) => boolean): string {
  const forwarded = request.headers["x-forwarded-host"];
  const { remoteAddress } = request.socket;
  if (typeof forwarded === "string" && remoteAddress !== undefined && isProxy(remoteAddress))
    return forwarded.split(",")[0]?.trim() ?? "";
  return request.headers.host ?? "";
}

function hostRoutes(app: FastifyInstance, directory: OpenDirectory): void {
  app.addHook("onRequest", async (request, reply) => {
    const why = unanswered.get(request.raw);
    if (request.routeOptions.url === getHealth.path && why !== "asleep") return;
    if (why === "asleep") throw refuse("group-asleep");
    if (why === "nobody") {
      const t = translatorFor(acceptedLanguage(request));
      await reply.status(404).send({ detail: t("failures.noGroupHere") });
    }
  });
  app.get(getHealth.path, async (request) => {
    try {
      await reachDirectory(directory);
    } catch (error) {
      request.log.warn({ err: error }, "the directory does not answer");
      throw refuse("database-away");
    }
    return { status: "ok" };
  });
}

/** What the work gives, or null if that takes longer; the work goes on. A group that wakes late is used by the next request. */
async function within<T extends { done: () => void }>(
  ms: number,
  work: Promise<T>,
): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve(null);
    }, ms);
  });
  work.then(
    (used) => (isLate ? used.done() : undefined),
    () => undefined,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
