// Statements as an official uploads them: M-PESA's old export of a paybill, over HTTP.
import { csvOf, oldOrganisation, type Movement } from "./statement-files.ts";
import { holdToContract } from "./hold-contract.ts";
import type { Answer, TestGroup } from "./test-group.ts";

export type WrittenStatement = {
  /** In cents. */
  opening: bigint;
  movements: readonly Movement[];
  /** Both days included, as the file prints its period. */
  from: string;
  to: string;
};

/** The file of a paybill, oldest line first. */
export function paybillStatement({ opening, movements, from, to }: WrittenStatement): string {
  const rows = oldOrganisation({ opening, movements }).map(([label = "", ...cells]) =>
    label === "Time Period:"
      ? [label, `From ${printed(from)} 00:00:00 To ${printed(to)} 23:59:59`]
      : [label, ...cells],
  );
  return csvOf(rows);
}

const printed = (day: string) => day.split("-").toReversed().join("-");

/** A payment of a member to the paybill. */
export function paidIn(receipt: string, at: string, kes: number, typed = "M001"): Movement {
  const from = "25470****111 - ALICE **** WANJIRU";
  return {
    receipt,
    at,
    cents: BigInt(kes) * 100n,
    details: `Pay Bill from ${from} Acc. ${typed}`,
    otherParty: from,
    account: typed,
    reason: "Pay Bill",
  };
}

export function paidOut(receipt: string, at: string, kes: number): Movement {
  const details = "Business Payment to 254700000003 - DANIEL KIPROTICH via API";
  return { receipt, at, cents: BigInt(-kes) * 100n, details };
}

export function charged(receipt: string, at: string, kes: number): Movement {
  return {
    receipt,
    at,
    cents: BigInt(-kes) * 100n,
    details: "Pay Bill Charge",
    reason: "Pay Bill Charge",
  };
}

/** Sends a file with the other parts of its form. */
export async function uploadStatement(
  group: Pick<TestGroup, "url">,
  params: {
    token: string;
    file: string | Uint8Array;
    name?: string;
    path?: string;
    fields?: Record<string, string>;
    language?: "en" | "sw";
  },
): Promise<Answer> {
  const { token, file, name = "statement.csv", path = "/api/statements/", fields = {} } = params;
  const { language = "en" } = params;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([typeof file === "string" ? file : new Uint8Array(file)]), name);
  const response = await fetch(group.url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Accept-Language": language },
    body: form,
  });
  const answer = {
    status: response.status,
    body: await response.json(),
    headers: response.headers,
  };
  holdToContract({ method: "POST", path, ...answer });
  return answer;
}
