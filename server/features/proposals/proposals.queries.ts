// What waits for a second official, as its list shows it.
import { sql } from "kysely";
import type { GuardedSetting, Proposal, ProposalKind } from "#contract/proposals.ts";
import { nairobiIso } from "#domain/calendar.ts";
import { toKes } from "#domain/money.ts";
import { inEnglish, type Translate } from "#messages/translator.ts";
import { describeProposal } from "#server/core/approvals/proposals.ts";
import { settingChange, shownValue } from "#server/core/approvals/setting-proposals.ts";
import { personColumns, toPerson } from "#server/core/members/member-directory.ts";
import type { Reader } from "#server/db/connection.ts";
import { inPage, type Page } from "#server/db/paging.ts";
import { whyNotAgree, whyNotRefuse } from "./decide-proposal.ts";

/** Newest first; `count` of all that wait, for a page. */
export async function readProposals(
  reader: Reader,
  { callerId, page, t }: { callerId: number; page: Page | null; t: Translate },
): Promise<{ proposals: Proposal[]; count: number | undefined }> {
  let rows = reader
    .selectFrom("proposals")
    .innerJoin("members", "members.id", "proposals.proposed_by")
    .leftJoin("members as leaver", "leaver.id", "proposals.concerns_id")
    .selectAll("proposals")
    .select(personColumns)
    .select([
      "leaver.username as leaver_username",
      sql<string>`leaver.first_name || ' ' || leaver.last_name`.as("leaver_name"),
      "leaver.reg_number as leaver_reg_number",
    ])
    .where("outcome", "is", null)
    .orderBy("proposals.id", "desc");
  rows = inPage(rows, page);
  const proposals = (await rows.execute()).map((row): Proposal => {
    const setting = row.setting as GuardedSetting | null;
    return {
      id: row.id,
      kind: row.kind as ProposalKind,
      description: descriptionOf(row, t),
      amount: row.amount_cents === null ? null : toKes(row.amount_cents),
      proposed_by: toPerson(row),
      proposed_at: nairobiIso(row.proposed_at),
      effective_at: row.effective_at === null ? null : nairobiIso(row.effective_at),
      ...requestOf(row),
      member:
        row.concerns_id === null
          ? null
          : {
              id: row.concerns_id,
              username: row.leaver_username ?? "",
              full_name: row.leaver_name,
              reg_number: row.leaver_reg_number ?? "",
            },
      change:
        setting === null
          ? null
          : {
              setting,
              before: shownValue(setting, row.old_value),
              after: shownValue(setting, row.new_value),
            },
      may_agree: whyNotAgree(row, callerId) === null,
      may_refuse: whyNotRefuse(row, callerId) === null,
    };
  });
  if (page === null) return { proposals, count: undefined };
  const { count } = await reader
    .selectFrom("proposals")
    .select((proposal) => proposal.fn.countAll<bigint>().as("count"))
    .where("outcome", "is", null)
    .executeTakeFirstOrThrow();
  return { proposals, count: Number(count) };
}

/** Of a ledger entry: its type, and the day that was asked for. */
function requestOf({
  kind,
  asked,
}: {
  kind: string;
  asked: unknown;
}): Pick<Proposal, "type" | "date"> {
  if (kind !== "ledger_entry") return { type: null, date: null };
  const { type, date } = asked as { type: Proposal["type"]; date?: string };
  return { type, date: date ?? null };
}

/** The record is English; in other languages it is said from what was proposed. What an official typed stays. */
function descriptionOf(
  row: {
    kind: string;
    description: string;
    asked: unknown;
    leaver_name: string;
    setting: string | null;
    old_value: bigint | null;
    new_value: bigint | null;
  },
  t: Translate,
): string {
  if (t === inEnglish) return row.description;
  const kind = row.kind as ProposalKind;
  if (kind === "setting")
    return t(
      settingChange(row.setting as GuardedSetting, {
        before: row.old_value,
        after: row.new_value,
      }),
    );
  const text = describeProposal({ ...row, kind, leaver: row.leaver_name });
  return typeof text === "string" ? text : t(text);
}
