// A statement of ten thousand lines, and one of the most that a file may have: previewed and imported.
import { plainAmount } from "#domain/money.ts";
import type { Group } from "../database.ts";
import type { Tokens } from "../load.ts";
import { figure, type Figure } from "../results.ts";
import type { ServerProcess } from "../server-process.ts";
import { expectStatus, upload } from "./uploads.ts";
import { memoryMeanwhile, waitedMeanwhile, watched } from "./watching.ts";

type Scene = { group: Group; server: ServerProcess; tokens: Tokens };
type Size = { lines: number; readerS: number; readerMb: number; grewMb: number };

const sizes: readonly Size[] = [
  { lines: 10_000, readerS: 5, readerMb: 256, grewMb: 128 },
  { lines: 50_000, readerS: 30, readerMb: 512, grewMb: 400 },
];

export async function measureLargeStatements(scene: Scene): Promise<Figure[]> {
  const { rows } = await scene.group.client.query<{ id: number }>(
    "INSERT INTO statement_accounts (name, kind, number, created_by, created_at) VALUES ('Paybill', 'mpesa_paybill', '600123', 2, now()) RETURNING id",
  );
  const account = String(rows[0]?.id);
  const figures: Figure[] = [];
  for (const [index, size] of sizes.entries())
    for (const what of ["preview", "import"] as const)
      figures.push(
        ...(await send(scene, { what, size, account, file: statementOf(size.lines, index) })),
      );
  return figures;
}

type Sending = { what: "preview" | "import"; size: Size; account: string; file: string };

async function send(scene: Scene, { what, size, account, file }: Sending): Promise<Figure[]> {
  const path = what === "preview" ? "/api/statements/preview/" : "/api/statements/";
  const watch = await watched(scene, () =>
    upload(scene.server.url + path, {
      token: scene.tokens.treasurer,
      files: { "paybill.csv": file },
      fields: { account_id: account },
    }),
  );
  expectStatus(watch.result, what === "preview" ? 200 : 201);
  const name = `${what} of ${size.lines.toLocaleString("en")} lines`;
  return [
    waitedMeanwhile(`the ${name} goes on`, watch),
    figure(
      `${name}: the reader's time of a processor`,
      "s",
      { total: watch.readerSeconds },
      { requested: `under ${size.readerS} s`, note: `${watch.seconds.toFixed(1)} s in all` },
    ),
    ...memoryMeanwhile(name, watch, size),
  ];
}

/** The file in M-PESA's old export, oldest line first, a line a minute; each `file` has a month and codes of its own. */
function statementOf(lines: number, file: number): string {
  const begin = Date.UTC(2025, file * 2, 1);
  let balance = 500_000_000n;
  const written = Array.from({ length: lines }, (_, index) => {
    const cents = BigInt(100_000 + index);
    balance += cents;
    const at = printed(begin + index * 60_000);
    const party = `25470****${100 + (index % 900)} - MEMBER NUMBER${index % 900}`;
    return `W${file}${String(index).padStart(8, "0")},${at},${at},Pay Bill from ${party} Acc. M${index % 500},Completed,${plainAmount(cents)},,${plainAmount(balance)},TRUE,Pay Bill,${party},,M${index % 500}`;
  });
  const [from, to] = [begin, begin + lines * 60_000].map((at) => printed(at).slice(0, 10));
  return [
    "Account Holder:,BENCH GROUP",
    "Short Code:,600123",
    `Time Period:,From ${from} 00:00:00 To ${to} 23:59:59`,
    "Opening Balance:,5000000.00",
    "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.",
    ...written,
  ].join("\n");
}

/** As `05-10-2026 09:00:00`. */
function printed(at: number): string {
  const text = new Date(at).toISOString();
  return `${text.slice(8, 10)}-${text.slice(5, 7)}-${text.slice(0, 4)} ${text.slice(11, 19)}`;
}
