// The lines that a backup, a restore and a move print.
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import type { Restored } from "./load-database.ts";
import type { LeftUnsent } from "#server/core/notices/settle-message.ts";
import type { Origin } from "./signature.ts";
import type { Manifest } from "./manifest.ts";

/** Describes the books in lines that people can compare. */
export function describeBooks(manifest: Manifest): string[] {
  const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
  const accounts = Object.keys(manifest.trial_balance).length;
  return [
    `  ${manifest.entries} journal entries on ${accounts} accounts, ${rows} rows in ${Object.keys(manifest.rows).length} tables`,
    manifest.audit_head === null
      ? "  the audit log has no sealed entry yet"
      : `  audit log: ${manifest.audit_head.seq} entries sealed, the last with ${manifest.audit_head.hash}`,
    ...(manifest.log_head == null
      ? []
      : [
          `  log: ${manifest.log_head.size} entries, fingerprint ${writeFingerprint(manifest.log_head.root)}`,
        ]),
  ];
}

/** Tells who made the backup; `own` is the fingerprint of this machine's own key, null if it has none. */
export function describeOrigin(origin: Origin, own: string | null): string[] {
  const { digest, signer, isIntact } = origin;
  const whose =
    own === null
      ? "this machine has no key to compare with: --signer names the one to expect"
      : signer === own
        ? "this machine's own key"
        : `another key than this machine's, ${own}`;
  return [
    signer === null
      ? "  NOT SIGNED: nobody can say who made it"
      : isIntact
        ? `  signed by ${signer} (${whose})`
        : `  ALTERED: the signature by ${signer} is not one of this manifest`,
    `  digest of the manifest: ${digest}`,
  ];
}

/** Tells what was proven about the restored database. */
export function describeRestored(restored: Restored): string[] {
  const { manifest, verdict, migrated } = restored;
  const held = verdict.checked - verdict.breaches.length;
  return [
    ...describeBooks(manifest),
    "  every row counted, trial balance and audit head equal",
    ...migrated.map((name) => `  brought up to date with ${name}`),
    `  ${held} of ${verdict.checked} invariants hold`,
    "  nobody is signed in, and links that were mailed before open nothing",
    ...describeUnsent(restored.unsent),
  ];
}

/** One line about messages that are not sent again; none if nothing waited. */
export function describeUnsent({ messages, notices }: LeftUnsent): string[] {
  const waited = [
    ...(messages === 0 ? [] : [messages === 1 ? "1 message" : `${messages} messages`]),
    ...(notices === 0
      ? []
      : [`the messages of ${notices === 1 ? "1 notice" : `${notices} notices`}`]),
  ].join(" and ");
  if (waited === "") return [];
  return [
    `  ${waited} waited and may have gone out since: not sent again, and "Not known" under Accounting, Messages`,
  ];
}

export function describeBreaches({ breaches }: Restored["verdict"]): string[] {
  return breaches.flatMap(({ name, holds, offenders }) => [
    `BROKEN ${name}: ${holds}`,
    ...offenders.map(({ id, found }) => `  ${id}: ${found}`),
  ]);
}

export function secondsSince(startedAt: number): string {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
