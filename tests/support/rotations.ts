// A merry-go-round of a test's group, over HTTP.
import type { Bookkeeping } from "./founded-group.ts";
import type { Json, TestGroup, TestMember } from "./test-group.ts";

type Terms = { amount?: number; every?: string; first_on?: string };

/** Made by an official, joined by the members and, with three or more, drawn: as `GET /api/rotations/:id/` answers it. */
export async function startRotation(
  group: TestGroup,
  params: { by: TestMember; members?: readonly TestMember[]; terms?: Terms },
): Promise<Json> {
  const { by, members = [], terms } = params;
  const post = async (who: TestMember, path: string, body: Json = {}): Promise<Json> => {
    const answer = await group.api("POST", path, { token: who.token, body });
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body.rotation;
  };
  const first_on = group.clock.now().toISOString().slice(0, 10);
  const body = { name: "Mzunguko", amount: 1_000, every: "month", first_on, ...terms };
  const made = await post(by, "/api/rotations/", body);
  for (const member of members)
    await post(member, `/api/rotations/${made.id}/join/`, { word: `word of ${member.id}` });
  return members.length < 3 ? made : post(by, `/api/rotations/${made.id}/draw/`);
}

let references = 0;

/** Pays for the turns of others; both offices approve it. */
export async function payTurns(
  group: TestGroup,
  params: {
    books: Pick<Bookkeeping, "treasurer" | "secGen">;
    rotationId: number;
    member: TestMember;
    kes: number;
  },
): Promise<void> {
  const { books, rotationId, member, kes } = params;
  const payment_Reference_Code = `TURN${String(++references).padStart(6, "0")}`;
  const body = { amount_paid: kes, payment_Reference_Code };
  const path = `/api/rotations/${rotationId}/pay/`;
  const paid = await group.api("POST", path, { token: member.token, body });
  if (paid.status !== 201) throw new Error(JSON.stringify(paid.body));
  const id = paid.body.rotation_payment.payment_id;
  for (const { token } of [books.treasurer, books.secGen]) {
    const decided = { action: "approved" };
    const approval = `/api/rotations/payments/approval/${id}/`;
    const answer = await group.api("POST", approval, { token, body: decided });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  }
}
