// The register as an answer and for a spreadsheet (MEET-12).
import * as contract from "#contract/register.ts";
import { officeOf } from "#domain/permissions.ts";
import { readRegister } from "#server/core/offices/read-register.ts";
import { firstRow, row } from "#server/core/spreadsheets/write-files.ts";
import { inSnapshot } from "#server/db/connection.ts";
import { pageOf } from "#server/db/paging.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

const columns = ["No.", "RegNo", "Name", "Joined on", "Office"];
const contacts = ["Phone", "Email"];

export function registerRoutes(routes: Routes): void {
  routes.read(contract.getRegister, (db, { actor, query, now }) =>
    inSnapshot(db, (reader) =>
      readRegister(reader, { actor, now, date: query.date, page: pageOf(query) }),
    ),
  );

  routes.download(contract.exportRegister, async (db, { actor, query, now }) => {
    const { date, members } = await inSnapshot(db, (reader) =>
      readRegister(reader, { actor, now, date: query.date, page: null }),
    );
    const seesContacts = officeOf(actor) !== null;
    const lines = members.map(({ member, joined_on: joinedOn, office, phone, email }, index) =>
      row([
        index + 1,
        member.reg_number,
        member.full_name,
        joinedOn,
        office ?? "",
        ...(seesContacts ? [phone ?? "", email ?? ""] : []),
      ]),
    );
    return {
      name: `akiba-register-${date}.csv`,
      mediaType: "text/csv; charset=utf-8",
      content: Buffer.from(
        firstRow(seesContacts ? [...columns, ...contacts] : columns) + lines.join(""),
      ),
    };
  });
}
