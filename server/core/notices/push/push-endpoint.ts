// To which addresses a browser may have us post: those of push services, and never into a network behind the server.
import { isIP } from "node:net";
import { isPublicAddress } from "#server/platform/public-address.ts";
import { isLoopbackHost } from "#server/platform/sms-settings.ts";

/** `admitsLoopback`: this machine too, without TLS as well, as where RATE_LIMIT is off. */
export function isPushEndpoint(
  text: string,
  { admitsLoopback }: { admitsLoopback: boolean },
): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (isLoopbackHost(hostname)) return admitsLoopback && /^https?:$/.test(protocol);
  if (protocol !== "https:") return false;
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return isPublicAddress(host);
  // A name without a dot, or under these, is a name inside of a network.
  return host.includes(".") && !/\.(?:localhost|local|internal|lan|home|arpa)\.?$/i.test(host);
}
