// Checks what is stored of the time against the log (I126), and who said that a day is right (I127).
import type { Invariant } from "./invariant.ts";
import { isOfficialBefore, terms } from "./office-invariants.ts";

/** A row that is numbered early and committed late may be the newer one; it is no older than its request. */
const COMMITTED_LATE = "interval '10 minutes'";

export const clockInvariants: readonly Invariant[] = [
  {
    name: "clock-as-logged",
    proves: ["I126"],
    holds:
      "The newest moment that is stored is the log's since the clock was last accepted, and it was accepted as the log says.",
    sql: `WITH accepted AS (SELECT id, at FROM audit_entries WHERE action = 'clock.accept' ORDER BY id DESC LIMIT 1),
               seen AS (SELECT max(e.at) AS newest FROM audit_entries e, group_clock c
                         WHERE e.id <= c.logged_to AND e.id >= coalesce((SELECT id FROM accepted), 0))
          SELECT 0 AS id, format('the newest moment is stored as %s, the log has %s', c.newest_at, seen.newest) AS found
            FROM group_clock c, seen
           WHERE c.newest_at IS DISTINCT FROM seen.newest
             AND coalesce(c.newest_at NOT BETWEEN seen.newest - ${COMMITTED_LATE} AND seen.newest, true)
          UNION ALL
          SELECT 0, format('accepted %s, by the log %s', c.accepted_at, a.at)
            FROM group_clock c LEFT JOIN accepted a ON true
           WHERE c.accepted_at IS DISTINCT FROM a.at`,
  },
  {
    name: "days-accepted-by-officials",
    proves: ["I127"],
    holds: "Whoever said that the server's day is right was an official, or ran the machine.",
    sql: `WITH ${terms}
          SELECT a.id, format('accepted by %s', a.actor_id) AS found FROM audit_entries a
           WHERE a.action = 'clock.accept' AND a.actor_id IS NOT NULL AND NOT ${isOfficialBefore("a.actor_id", "a.id")}`,
  },
];
