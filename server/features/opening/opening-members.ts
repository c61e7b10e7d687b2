// What a sheet says of each member, for the office that holds it beside the group's own book (OPEN-31).
import type { QueryOf, ReplyOf } from "#contract/endpoint.ts";
import type { getOpeningMembers } from "#contract/opening.ts";
import { toKes, type Cents } from "#domain/money.ts";
import type { OpeningLoan } from "#domain/opening/opening-book.ts";
import { refuse } from "#domain/refusal.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Reader } from "#server/db/connection.ts";
import { fromStoredBook } from "./stored-book.ts";

/** In the order of the sheet, as it was proposed: what an account that stands already knows better is not taken from there. */
export async function readOpeningMembers(
  reader: Reader,
  id: number,
  query: QueryOf<typeof getOpeningMembers>,
): Promise<ReplyOf<typeof getOpeningMembers>> {
  const opening = await reader
    .selectFrom("openings")
    .select("book")
    .where("id", "=", id)
    .executeTakeFirst();
  if (opening === undefined) throw refuse("not-found");
  const { members, loans } = fromStoredBook(opening.book);
  const owed = owedByRegNumber(loans);
  const wanted = (query.search ?? "").toLowerCase();
  const found = members
    .map((member) => ({ ...member, name: `${member.firstName} ${member.lastName}` }))
    .filter(({ name, regNumber }) =>
      [name, regNumber].some((written) => written.toLowerCase().includes(wanted)),
    );
  const page = pageOf(query);
  const shown = page === null ? found : found.slice(page.offset, page.offset + page.limit);
  return {
    members: shown.map((member) => ({
      reg_number: member.regNumber,
      name: member.name,
      savings: toKes(member.savingsCents),
      paid_up_to: member.paidUpTo,
      loans: toKes(owed.get(member.regNumber) ?? 0n),
      fines: toKes(member.unpaidFinesCents),
    })),
    count: found.length,
  };
}

/** A loan's RegNo is written as its member's. */
function owedByRegNumber(loans: readonly OpeningLoan[]): ReadonlyMap<string, Cents> {
  const owed = new Map<string, Cents>();
  for (const { regNumber, amountCents, interestCents, paidCents } of loans)
    owed.set(regNumber, (owed.get(regNumber) ?? 0n) + amountCents + interestCents - paidCents);
  return owed;
}
