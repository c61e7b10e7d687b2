// What must hold of signing in besides sessions: recovery codes and known devices.
import type { Invariant } from "./invariant.ts";

export const signInInvariants: readonly Invariant[] = [
  {
    name: "two-step-with-recovery-codes",
    proves: ["I34"],
    holds:
      "Whoever has two-step sign-in has ten recovery codes, spent or not; who has not proven the app yet has none.",
    sql: `SELECT t.member_id AS id, format('%s codes, %s', count(c.code_hash),
                 CASE WHEN t.confirmed_at IS NULL THEN 'not proven' ELSE 'on' END) AS found
            FROM two_step t LEFT JOIN recovery_codes c ON c.member_id = t.member_id
           GROUP BY t.member_id HAVING count(c.code_hash) <> CASE WHEN t.confirmed_at IS NULL THEN 0 ELSE 10 END`,
  },
  {
    name: "devices-of-proven-accounts",
    proves: ["I34"],
    holds:
      "A device is known only of who has proven their email address, and was never seen before it was first seen.",
    sql: `SELECT d.member_id AS id, 'first seen ' || d.first_seen_at || ', last ' || d.last_seen_at AS found
            FROM known_devices d JOIN members m ON m.id = d.member_id
           WHERE m.email_verified_at IS NULL OR d.last_seen_at < d.first_seen_at`,
  },
];
