// Security headers of every answer (SAFE-9).
import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import { signOut } from "#contract/auth.ts";

const TWO_YEARS_SECONDS = 63_072_000;

// The application uses none of these, so injected code may not either.
const NO_POWERS = [
  "camera",
  "display-capture",
  "geolocation",
  "microphone",
  "midi",
  "payment",
  "usb",
]
  .map((power) => `${power}=()`)
  .join(", ");

export type HeaderFacts = {
  overTls: boolean;
  /** Hashes of the style elements in the built pages, as CSP writes them without quotes. */
  inlineStyles: readonly string[];
};

/** The headers of every answer, also of requests that reach no route. */
export function securityHeaders(facts: HeaderFacts): OutgoingHttpHeaders {
  return { ...headersOf(helmetOptions(facts)), "Permissions-Policy": NO_POWERS };
}

const TRY_AGAIN_SECONDS = 5;

export function addHeaders(app: FastifyInstance, headers: OutgoingHttpHeaders): void {
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
  app.addHook("onSend", (request, reply, payload, next) => {
    if (reply.statusCode === 503 && !reply.hasHeader("Retry-After"))
      reply.header("Retry-After", TRY_AGAIN_SECONDS);
    if (request.url.startsWith("/api/")) reply.header("Cache-Control", "no-store");
    // Photos are the only group data in the browser's cache. Not "storage", which would also remove the worker that
    // opens the application offline, nor "cookies", which hold the language: the page clears its own.
    if (request.routeOptions.url === signOut.path && reply.statusCode === 200)
      reply.header("Clear-Site-Data", '"cache"');
    next(null, payload);
  });
}

/**
 * Helmet's headers for every answer, computed once: per request they would cost an eighth of the server's time for an
 * approval.
 */
function headersOf(options: HelmetOptions): OutgoingHttpHeaders {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  helmet(options)(request, response, () => undefined);
  return { ...response.getHeaders() };
}

function helmetOptions({ overTls, inlineStyles }: HeaderFacts): HelmetOptions {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'", ...inlineStyles.map((hash) => `'${hash}'`)],
        "img-src": ["'self'", "data:", "blob:"],
        "font-src": ["'self'"],
        "connect-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
        "require-trusted-types-for": ["'script'"],
        ...(overTls ? { "upgrade-insecure-requests": [] } : {}),
      },
    },
    strictTransportSecurity: overTls
      ? { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: "no-referrer" },
    frameguard: { action: "deny" },
    crossOriginOpenerPolicy: { policy: "same-origin" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xPoweredBy: false,
  };
}
