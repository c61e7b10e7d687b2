// From the URL of an external database to how it is connected to.
import type { ConnectionOptions } from "./connection.ts";
import { readHosts } from "./hosts.ts";
import { openPrimary, type Examine } from "./primary.ts";
import { readIdentity } from "./seen-database.ts";

/** How to connect to the database of a URL; of several hosts to the one that takes writes and, by `examine`, is no older one. */
export function connectionTo(url: string, examine: Examine = readIdentity): ConnectionOptions {
  const list = readHosts(url);
  if (list.hosts.length === 0) return { connectionString: url };
  if (list.wanted === "read-only" || list.wanted.endsWith("standby"))
    throw Object.assign(
      new Error(
        `The address of the database wants a host that takes no writes (target_session_attrs=${list.wanted}): leave that out.`,
      ),
      { isForOperator: true },
    );
  return { connectionString: list.url, primary: openPrimary(list, examine) };
}
