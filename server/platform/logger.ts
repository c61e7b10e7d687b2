// How the server logs: readable lines on a terminal, JSON lines elsewhere; never a token or a password (SAFE-14).
import pino, { type Logger, type LoggerOptions } from "pino";
import pretty from "pino-pretty";
import type { Config } from "./config.ts";

/** Logs to `out`: a terminal, or a collector of log lines. */
export function openLog(
  config: Pick<Config, "logLevel">,
  out: NodeJS.WritableStream & { isTTY?: boolean } = process.stdout,
): Logger {
  if (out.isTTY !== true) return pino(logOptions(config), out);
  return pino(
    logOptions(config),
    pretty({
      destination: out,
      sync: true,
      colorize: true,
      translateTime: "SYS:HH:MM:ss",
      ignore: "pid,hostname,reqId",
    }),
  );
}

export function logOptions(config: Pick<Config, "logLevel">): LoggerOptions {
  return {
    level: config.logLevel,
    redact: [
      "req.headers.authorization",
      "req.headers.cookie",
      "*.password",
      "*.token",
      // PostgreSQL quotes the values that broke a constraint: emails, phones.
      "err.detail",
      "err.where",
      "err.cause.detail",
      "err.cause.where",
    ],
    // Mailed links carry tokens in their path.
    serializers: {
      url: (url: unknown) =>
        String(url).replaceAll(/(\/(?:user\/[a-z-]+|join|object|auditor)\/)[^/?]+/g, "$1…"),
    },
  };
}
