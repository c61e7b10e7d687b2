// Security headers of every answer (safety 5.5).
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const TWO_YEARS_SECONDS = 63_072_000;

export type HeaderFacts = {
  overTls: boolean;
  /** Hashes of the style elements that the built pages carry, as CSP writes them without quotes. */
  inlineStyles: readonly string[];
};

export async function addSecurityHeaders(app: FastifyInstance, facts: HeaderFacts): Promise<void> {
  const { overTls, inlineStyles } = facts;
  await app.register(helmet, {
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
  });
  app.addHook("onSend", async (request, reply) => {
    reply.header("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
    if (request.url.startsWith("/api/")) reply.header("Cache-Control", "no-store");
  });
}
