// How the server logs: JSON lines, never a token or a password (SAFE-14).
import type { LoggerOptions } from "pino";
import type { Config } from "./config.ts";

export function logOptions(config: Pick<Config, "logLevel">): LoggerOptions {
  return {
    level: config.logLevel,
    redact: ["req.headers.authorization", "req.headers.cookie", "*.password", "*.token"],
    // Mailed links carry tokens in their path.
    serializers: {
      url: (url: unknown) => String(url).replaceAll(/(\/user\/[a-z-]+\/)[^/?]+/g, "$1…"),
    },
  };
}
