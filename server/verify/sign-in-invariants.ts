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
      "A device is known only of who has proven their email address or set up the group, and was never seen before it was first seen.",
    sql: `SELECT d.member_id AS id, 'first seen ' || d.first_seen_at || ', last ' || d.last_seen_at AS found
            FROM known_devices d JOIN members m ON m.id = d.member_id
           WHERE m.email_verified_at IS NULL AND NOT m.is_founder OR d.last_seen_at < d.first_seen_at`,
  },
  {
    name: "accounts-are-whole",
    proves: ["I34"],
    holds:
      "Who signs in has an email address, a phone and a password; only who came with the group's book may have none, and has no session before the address is proven.",
    sql: `SELECT m.id, m.username || ' lacks an account' AS found FROM members m
           WHERE (m.email IS NULL OR m.phone IS NULL OR m.password_hash IS NULL)
             AND (NOT m.is_brought_in OR m.email_verified_at IS NOT NULL)
          UNION ALL
          SELECT m.id, m.username || ' has a session before the address is proven' FROM members m
           WHERE m.is_brought_in AND m.email_verified_at IS NULL AND EXISTS (SELECT FROM sessions s WHERE s.member_id = m.id)`,
  },
];
