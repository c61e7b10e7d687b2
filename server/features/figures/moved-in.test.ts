// A member of the book, from the sheet to their confirmation: sees the figures, claims the account, signs in and
// answers (OPEN-50 to OPEN-62).
import { afterAll, beforeAll, expect, test } from "vitest";
import { verifyBooks } from "#server/verify/verify-books.ts";
import { appointBookkeepers, type Bookkeeping } from "#tests/support/bookkeeping.ts";
import { balancedBook, propose } from "#tests/support/opening-books.ts";
import { startGroup, type TestGroup } from "#tests/support/test-group.ts";

const PASSWORD = "ndizi mbivu 4 sana";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  group = await startGroup();
  books = await appointBookkeepers(group);
});
afterAll(() => group.close());

const post = (token: string | undefined, path: string, body: unknown) =>
  group.api("POST", path, { ...(token === undefined ? {} : { token }), body });

test("a member of the book claims their account, confirms their figures, and owes and saves as it says", async () => {
  const { openingId } = await propose(group, books.treasurer, balancedBook());
  const seen = { total_savings_seen: 60_000 };
  expect((await post(books.secGen.token, `/api/opening/${openingId}/accept/`, seen)).status).toBe(
    200,
  );
  const invited = await post(books.chairperson.token, "/api/user/invitations/", {
    kind: "person",
    reg_number: "BOOK/001",
  });
  const invitation = invited.body.invitation.url.split("/").at(-1);
  const email = "claimed@example.com";
  const claimed = await post(undefined, "/api/user/signup/", {
    invitation,
    email,
    phone: "0722555001",
    password: PASSWORD,
    confirm_password: PASSWORD,
  });
  expect(claimed.status).toBe(201);
  const activation_token = await group.mailedToken(email, "activate");
  await post(undefined, "/api/user/activate/", { activation_token });
  const token = await group.signIn({ email, password: PASSWORD });

  const mine = await group.api("GET", "/api/opening/my-figures/", { token });
  const of = await group.api("GET", "/api/user/get_user_data", { token });
  expect(mine.body).toMatchObject({ answer: null, savings: of.body.total_contributions });
  expect(mine.body.savings).toBeGreaterThan(0);
  expect((await post(token, "/api/opening/my-figures/", { answer: "yes" })).status).toBe(200);

  const { body } = await group.api("GET", "/api/opening/", { token: books.treasurer.token });
  expect(body.openings[0]).toMatchObject({ confirmed: 1, disputed: 0, open: 2 });
  expect((await verifyBooks(group.db, await group.evidence())).breaches).toEqual([]);
});
