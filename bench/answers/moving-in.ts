// A group of 500 moves in: the rehearsal of its sheets, and the Sec-Gen's yes that posts them.
import type { Tokens } from "../load.ts";
import { figure, type Figure } from "../results.ts";
import type { ServerProcess } from "../server-process.ts";
import { expectStatus, type Sent, upload } from "./uploads.ts";
import { waitedMeanwhile, watched } from "./watching.ts";

type Scene = { server: ServerProcess; tokens: Tokens };

const MEMBERS = 500;
const ROUNDS = 3;
const fields = { date: "2024-12-31" };

export async function measureMovingIn(scene: Scene): Promise<Figure[]> {
  const { server, tokens } = scene;
  const files = sheets();
  const send = (path: string) =>
    upload(server.url + path, { token: tokens.treasurer, files, fields });
  const rehearsals: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    expectStatus(await send("/api/opening/rehearse/"), 200);
    rehearsals.push((performance.now() - startedAt) / 1000);
  }
  const proposed = await send("/api/opening/");
  expectStatus(proposed, 201);
  const { opening } = proposed.body as { opening: { id: number } };
  const posting = await watched(scene, () => accept(scene, opening.id));
  expectStatus(posting.result, 200);
  return [
    figure(
      `rehearsal of ${MEMBERS} members`,
      "s",
      { quickest: Math.min(...rehearsals), slowest: Math.max(...rehearsals) },
      { requested: "under 2 s" },
    ),
    figure(
      `${MEMBERS} members posted`,
      "s",
      { once: posting.seconds },
      { requested: "under 10 s" },
    ),
    waitedMeanwhile(`${MEMBERS} members are posted`, posting),
  ];
}

async function accept({ server, tokens }: Scene, id: number): Promise<Sent> {
  const answer = await fetch(`${server.url}/api/opening/${id}/accept/`, {
    method: "POST",
    headers: { Authorization: `Bearer ${tokens.secGen}`, "Content-Type": "application/json" },
    body: JSON.stringify({ total_savings_seen: 12_000 * MEMBERS }),
  });
  return { status: answer.status, body: await answer.json() };
}

const finesOf = (number: number) => (number % 3 === 0 ? 200 : 0);

/** Members who balance, each with savings, every third with a fine, and three of five with a loan. */
function sheets(): Record<string, string> {
  const numbers = Array.from({ length: MEMBERS }, (_, index) => index + 1);
  const borrowers = numbers.filter((number) => number % 5 < 3);
  const fines = numbers.reduce((sum, number) => sum + finesOf(number), 0);
  return {
    "Members.csv": csvOf([
      "RegNo*,First name*,Last name*,Phone,Email,Joined on*,Status*,Savings to date*,Paid up to month*,Last paid on,Unpaid fines",
      ...numbers.map(
        (number) =>
          `M${number},Amina,Wanjiru ${number},07${20_000_000 + number},m${number}@book.example,2023-01-15,Active,12000,2024-12,2024-12-05,${finesOf(number)}`,
      ),
    ]),
    "Loans.csv": csvOf([
      "RegNo*,Loan type*,Amount*,Interest*,Paid so far*,Given on*,Due on*",
      ...borrowers.map((number) => `M${number},Normal loan,10000,1000,0,2024-11-10,2026-11-10`),
    ]),
    "Group.csv": csvOf([
      "Account*,Balance*",
      `Bank,${12_000 * MEMBERS - 10_000 * borrowers.length}`,
      `Retained earnings,${1_000 * borrowers.length + fines}`,
    ]),
  };
}

const csvOf = (rows: readonly string[]) => `${rows.join("\n")}\n`;
