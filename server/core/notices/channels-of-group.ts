// Which channels the group has: each is absent until whoever runs the server sets it up (docs/operations.md).
import type { ChannelsOfGroup } from "#domain/notices/notice-choices.ts";
import type { Config } from "#server/platform/config.ts";

/** Push needs nothing but its own keys, which every group has. */
export function channelsOfGroup({
  smtpUrl,
  sms,
}: Pick<Config, "smtpUrl" | "sms">): ChannelsOfGroup {
  return { email: smtpUrl !== null, sms: sms !== null, push: true };
}
