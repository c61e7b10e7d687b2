// A group that installed an older release moves to this one.
import { Client } from "pg";
import { expect, test } from "vitest";
import { createEmptyDatabase } from "#tests/support/test-database.ts";
import { asServer, openMigrated } from "#server/db/open-database.ts";
import { readEvidence } from "#server/verify/evidence.ts";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { applyMigration, findMissing } from "./migrate.ts";

/** What both releases wrote: four members, and a contribution that two offices approved. */
const books = `
  INSERT INTO members (id, username, first_name, last_name, email, phone, reg_number, password_hash, status, is_active, office,
                       email_verified_at, approved_on, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT id, 'member' || id, 'Member', 'M' || id, 'm' || id || '@example.com', '+25471000000' || id, 'R/00' || id, 'x', 'active', true,
         (ARRAY['Chairperson', 'Treasurer', 'Sec-Gen'])[id], '2026-01-01', '2026-01-01', '2026-01-01'
    FROM generate_series(1, 4) id;
  SELECT setval('members_id_seq', 4);
  INSERT INTO payments (kind, member_id, amount_cents, reference, paid_at, submitted_at, contribution_month)
  VALUES ('contribution', 4, 200000, 'QWE1234567', '2026-02-01 09:00+03', '2026-02-01 10:00+03', '2026-02-01');
  INSERT INTO entries (business_date, description, source_kind, source_id, purpose, author_id, recorded_at)
  VALUES ('2026-02-02', 'Contribution', 'payment', 1, 'contribution', 3, '2026-02-02 10:00+03');
  INSERT INTO postings (entry_id, line, account, amount_cents, business_date, member_id)
  VALUES (1, 1, 'bank', 200000, '2026-02-02', NULL), (1, 2, 'monthly_contribution', -200000, '2026-02-02', 4);
  UPDATE payments SET treasurer_verdict = 'approved', treasurer_id = 2, treasurer_at = '2026-02-02 09:00+03',
                      sec_gen_verdict = 'approved', sec_gen_id = 3, sec_gen_at = '2026-02-02 10:00+03';
  INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
  SELECT created_at, CASE WHEN id > 1 THEN 1 END, CASE WHEN id > 1 THEN 'roles.assign' ELSE 'roles.appoint' END, 'member', id,
         jsonb_build_object('office', office) FROM members WHERE office IS NOT NULL ORDER BY id;
  INSERT INTO audit_entries (at, actor_id, action, subject, subject_id, after)
  VALUES ('2026-02-01 10:00+03', 4, 'contributions.pay', 'contribution', 1, NULL),
         ('2026-02-02 09:00+03', 2, 'contributions.approve', 'contribution', 1, '{"verdict": "approved", "office": "Treasurer"}'),
         ('2026-02-02 10:00+03', 3, 'contributions.approve', 'contribution', 1, '{"verdict": "approved", "office": "Sec-Gen"}');`;
/** What the newer of them wrote besides. */
const witnessed = `
  INSERT INTO payment_references (reference_key, member_id, live_items) VALUES ('QWE1234567', 4, 1);
  SELECT write_baseline('the group moved');`;

test.each([
  ["of 22 November 2026", "0021~", "", 62],
  ["of 25 November 2026", "0192~", witnessed, 16],
])(
  "the database of the release %s moves to this one, and verify is clean",
  async (_, last, besides, applied) => {
    const owner = await createEmptyDatabase();
    const client = new Client(owner);
    await client.connect();
    for (const file of await findMissing(client))
      if (file.name < last) await applyMigration(client, file);
    await client.query(`BEGIN; ${books} ${besides} COMMIT`);
    await client.end();

    const lines: string[] = [];
    const connection = asServer(owner);
    const database = await openMigrated({ connection, owner }, (line) => lines.push(line));
    expect(lines.length).toBeGreaterThanOrEqual(applied);
    const evidence = await readEvidence({
      server: connection,
      owner,
      isEmbedded: true,
      dataDir: null,
      backupDir: null,
    });
    const { breaches, entries } = await verifyBooks(database.db, evidence);
    expect({ breaches, entries }).toEqual({ breaches: [], entries: 1 });
    await database.close();
  },
);
