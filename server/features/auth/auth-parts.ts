// What signing up and in needs from the application.
import type { FastifyBaseLogger } from "fastify";
import type { Throttle } from "#server/core/requests/throttle.ts";
import type { SecretBox } from "#server/platform/secret-box.ts";
import type { Config } from "#server/platform/config.ts";

export type AuthParts = {
  config: Pick<Config, "publicUrl">;
  throttle: Throttle;
  log: FastifyBaseLogger;
};

/** Signing in also opens what two-step sign-in has sealed. */
export type SignInParts = AuthParts & { secrets: SecretBox };
