import type { Binaries } from "./binaries.ts";

/** PostgreSQL's programs see nothing of this process's variables: a stray PGDATA changes nothing. */
export function programEnvironment(binaries: Binaries): Record<string, string> {
  return {
    PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
    LC_ALL: "C",
    TZ: "UTC",
    LD_LIBRARY_PATH: `${binaries.folder}/lib`,
  };
}
