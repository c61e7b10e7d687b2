// Proofs: contract entry -> query.
import type { ProofFileView } from "#contract/proof-file.ts";
import { downloadProof, getConsistency, getNotedHeads } from "#contract/proofs.ts";
import { nairobiDate, nairobiIso } from "#domain/calendar.ts";
import { assert } from "#domain/assert.ts";
import { refuse } from "#domain/refusal.ts";
import { readGroupSettings } from "#server/core/members/group-settings.ts";
import { findMember } from "#server/core/members/member-directory.ts";
import { readSeen } from "#server/db/seen-database.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import type { Config } from "#server/platform/config.ts";
import { listNotedHeads, proveConsistency, proveEntries } from "./proofs.queries.ts";

export function proofRoutes(
  routes: Routes,
  { publicUrl, dataDir }: Pick<Config, "publicUrl" | "dataDir">,
): void {
  routes.download(downloadProof, async (reader, { actor, now }) => {
    const proven = await proveEntries(reader, actor.id);
    if (proven === null) throw refuse("log-empty");
    const member = await findMember(reader, actor.id);
    assert(member !== undefined, "who is signed in is a member");
    const { id, username, reg_number } = member;
    const file: ProofFileView = {
      format: "akiba-proof",
      version: 1,
      how: howToCheck(publicUrl),
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

function howToCheck(publicUrl: string): string[] {
  return [
    `Open ${publicUrl}/check and choose this file. No account is needed, and the file is not sent anywhere.`,
    "By other means: every hash is SHA-256, written in hexadecimal.",
    "A part that is shown has the hash H(salt || text in UTF-8); a part that is not shown is given by its hash.",
    "The entry's leaf is H(00 || 4a || the hashes of its parts, one after another).",
    "The path leads from the leaf to the fingerprint, the root of the tree of RFC 6962 (2.1.1) over so many entries.",
    "A text is: entry, line, day, description, account, cents (debit positive), member, loan.",
    "It shows that each of these entries is in the log of that fingerprint; not that there is no other entry. Compare the fingerprint with one on paper or in a mail.",
  ];
}
