// Proofs: routes, then what they read and write.
import type { ProofFileView } from "#contract/proof-file.ts";
import { downloadProof, getConsistency, getNotedHeads } from "#contract/proofs.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { assert } from "#domain/assert.ts";
import { refuse } from "#domain/refusal.ts";
import type { Translate } from "#messages/translator.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import { readSeen } from "#server/db/seen-database.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import { sql } from "kysely";
import type { ReplyOf } from "#contract/endpoint.ts";
import { toHex } from "#domain/proofs/fingerprint.ts";
import { consistencyRanges, inclusionRanges } from "#domain/proofs/merkle-tree.ts";
import {
  hashedParts,
  selectEntryTexts,
  readTreeHead,
  readRangeHashes,
} from "#server/core/audit-log/log-tree.ts";
import type { Reader } from "#server/db/connection.ts";

export function proofRoutes(
  routes: Routes,
  { publicUrl, dataDir }: Pick<Config, "publicUrl" | "dataDir">,
): void {
  routes.download(downloadProof, async (reader, { actor, now, t }) => {
    const proven = await proveEntries(reader, actor.id);
    if (proven === null) throw refuse("log-empty");
    const member = await findMember(reader, actor.id);
    assert(member !== undefined, "who is signed in is a member");
    const { id, username, reg_number } = member;
    const file: ProofFileView = {
      format: "akiba-proof",
      version: 1,
      how: howToCheck(t, publicUrl),
      group: (await readGroupSettings(reader)).name,
      made_at: nairobiIso(now),
      member: {
        id,
        username,
        full_name: `${member.first_name} ${member.last_name}`,
        reg_number,
      },
      ...proven,
    };
    return {
      name: `akiba-proof-${username.replaceAll(/[^\w.-]/g, "-")}-${nairobiDate(now)}.json`,
      mediaType: "application/json; charset=utf-8",
      content: new TextEncoder().encode(`${JSON.stringify(file, null, 1)}\n`),
    };
  });
  routes.public(getConsistency, async (reader, { query }) => {
    const accepted = (await readSeen(dataDir))?.accepted ?? null;
    return {
      ...(await proveConsistency(reader, { from: query.from, to: query.to })),
      ...(accepted === null ? {} : { accepted_at: nairobiIso(new Date(accepted)) }),
    };
  });
  routes.read(getNotedHeads, (reader) => listNotedHeads(reader));
}

function howToCheck(t: Translate, publicUrl: string): string[] {
  return [
    t("proofFile.page", { address: `${publicUrl}/check` }),
    t("proofFile.hash"),
    t("proofFile.parts"),
    t("proofFile.leaf"),
    t("proofFile.path"),
    t("proofFile.text"),
    t("proofFile.limits"),
  ];
}

// What proofs are made of.

type Proven = Pick<ProofFileView, "head" | "entries" | "not_yet_logged">;

/** The journal entries that name the member, each with its way to the present head; null before the log's first entry. */
export async function proveEntries(reader: Reader, memberId: number): Promise<Proven | null> {
  const head = await readTreeHead(reader);
  if (head === null) return null;
  const rows = await selectEntryTexts(reader)
    .leftJoin("log_leaves", "log_leaves.entry_id", "entries.id")
    .select(["log_leaves.position", "log_leaves.salt"])
    .where(
      sql<boolean>`entries.id IN (SELECT entry_id FROM postings WHERE member_id = ${memberId})`,
    )
    .orderBy("log_leaves.position")
    .execute();
  const logged = rows.flatMap((row) =>
    row.position === null || row.salt === null || row.position >= head.size
      ? []
      : [{ ...row, place: Number(row.position), salt: row.salt }],
  );
  const steps = logged.map(({ place }) => inclusionRanges(place, head.size));
  const hashes = (await readRangeHashes(reader, steps.flat())).hashes();
  let at = 0;
  const entries = logged.map(({ place, salt, ...entry }, index) => {
    const path = hashes.slice(at, (at += steps[index]?.length ?? 0)).map(toHex);
    return { place, parts: shownTo(memberId, hashedParts(salt, entry)), path };
  });
  return {
    head: { entries: head.size, fingerprint: head.fingerprint },
    entries,
    not_yet_logged: rows.length - logged.length,
  };
}

/** The member's own lines as they are; of all else only that it is there. */
function shownTo(memberId: number, parts: ReturnType<typeof hashedParts>) {
  return parts.map((part) =>
    part.memberId === memberId
      ? { salt: toHex(part.salt), text: part.text }
      : { hash: toHex(part.hash) },
  );
}

/** Refuses sizes that the log has not reached, and an earlier log that is longer than the later. */
export async function proveConsistency(
  reader: Reader,
  requested: { from: number; to: number | undefined },
): Promise<ReplyOf<typeof getConsistency>> {
  const head = await readTreeHead(reader);
  const entries = head?.size ?? 0;
  const { from, to = entries } = requested;
  if (from > entries) throw refuse("log-shorter", { entries }).at("from");
  if (to > entries) throw refuse("log-shorter", { entries }).at("to");
  if (from > to) throw refuse("log-backwards").at("from");
  const steps = consistencyRanges(from, to);
  const whole = [from, to].map((end) => ({ start: 0, end }));
  const hashes = (await readRangeHashes(reader, [...whole, ...steps])).hashes().map(toHex);
  const [early = "", late = "", ...path] = hashes;
  return {
    from: { entries: from, fingerprint: early },
    to: { entries: to, fingerprint: late },
    path,
  };
}

export async function listNotedHeads(reader: Reader): Promise<ReplyOf<typeof getNotedHeads>> {
  const rows = await reader
    .selectFrom("noted_heads")
    .selectAll()
    .orderBy("month", "desc")
    .limit(24)
    .execute();
  return {
    noted: rows.map(({ month, size, root, noted_at }) => ({
      month,
      at: nairobiIso(noted_at),
      entries: Number(size),
      fingerprint: toHex(root),
    })),
  };
}
