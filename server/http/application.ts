// A Fastify application as this server has it, without addresses: its limits, headers, parsers, and one place for failures.
import { constants } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { createServer, type RequestListener, type Server } from "node:http";
import type { Config } from "#server/platform/config.ts";
import { limitConnections } from "./connections.ts";
import { trackExchanges, type Exchanges } from "./exchanges.ts";
import {
  answerFailures,
  answeringBadAddress,
  answeringClientError,
  answerUnknownPath,
} from "./failure.ts";
import { addHeaders, securityHeaders } from "./headers.ts";
import { nameLanguage } from "./language.ts";
import { refuseOddRequests } from "./odd-requests.ts";
import { stopWithoutClients } from "./stopping.ts";
import { takeTurns } from "./turns.ts";
import { dropUnreadBodies } from "./unread-bodies.ts";
import { readInlineStyles } from "./web-files.ts";

type ApplicationParts = {
  log: FastifyBaseLogger;
  proxies: Config["trustProxy"];
  overTls: boolean;
  /** The folder of the built web application. */
  webRoot: string;
  connectionsPerAddress: number;
  /** Of the listener in front of it; without it the application listens itself. */
  exchanges?: Exchanges | undefined;
  /** Attaches to its own listener whoever answers the requests, in place of `answer`, which is the application. */
  attach?: (listener: Server, answer: RequestListener) => void;
};

const BODY_MAX_BYTES = 64 * 1024;

// odd-requests.ts refuses a request without a host.
const http = {
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2_000,
  requireHostHeader: false,
} as const;
const times = { requestTimeout: 15_000, keepAliveTimeout: 30_000 } as const;
const REQUESTS_OF_A_CONNECTION = 1_000;

export async function openApplication(
  parts: ApplicationParts,
): Promise<{ app: FastifyInstance; exchanges: Exchanges }> {
  const { proxies, attach } = parts;
  const headers = securityHeaders({
    overTls: parts.overTls,
    inlineStyles: await readInlineStyles(parts.webRoot),
  });
  const app = fastify({
    loggerInstance: parts.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof proxies === "number" ? (_address, hop) => hop < proxies : (proxies ?? false),
    bodyLimit: BODY_MAX_BYTES,
    ...times,
    connectionTimeout: 0,
    maxRequestsPerSocket: REQUESTS_OF_A_CONNECTION,
    forceCloseConnections: "idle",
    // What still arrives on an open connection while the server stops is served like the rest.
    return503OnClosing: false,
    http,
    // Profit and loss has an & in its path, and some clients escape it.
    rewriteUrl: ({ url }) => (url ?? "/").replace(/^([^?]*)%26/, "$1&"),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answeringBadAddress(headers),
    clientErrorHandler: answeringClientError(headers),
    ...(attach === undefined
      ? {}
      : {
          serverFactory: (answer: RequestListener) => {
            const server = createServer({ ...http, ...times });
            server.maxRequestsPerSocket = REQUESTS_OF_A_CONNECTION;
            attach(server, answer);
            return server;
          },
        }),
  });
  const exchanges = parts.exchanges ?? limitListener(app, parts);
  takeTurns(app, exchanges);
  app.decorateRequest("live", null);
  app.decorateRequest("receivedAt", null as unknown as Date);
  app.decorateRequest("publicUrl", "");
  // JSON is parsed after it is known who asks (API-2: 401 and 403 before 400).
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "string" },
    async (_request: unknown, body: string) => body,
  );
  answerFailures(app);
  nameLanguage(app);
  answerUnknownPath(app);
  addHeaders(app, headers);
  refuseOddRequests(app);
  dropUnreadBodies(app);
  await app.register(cookie);
  // Answers of some length; the web files are compressed at build.
  await app.register(compress, {
    threshold: 1_024,
    // Bodies come as they are: a small compressed one could unfold to any size.
    globalDecompression: false,
    encodings: ["br", "gzip"],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  return { app, exchanges };
}

/** Holds each connection of the application's own listener within its limits (SAFE-22). */
function limitListener(
  app: FastifyInstance,
  {
    connectionsPerAddress: perAddress,
    proxies,
  }: Pick<ApplicationParts, "connectionsPerAddress" | "proxies">,
): Exchanges {
  const exchanges = trackExchanges(app.server);
  limitConnections(app.server, exchanges, { perAddress, proxies });
  stopWithoutClients(app, exchanges);
  return exchanges;
}
