// Guarantors of loans (LEND-6 to LEND-8), over HTTP on a real PostgreSQL.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Bookkeeping, closeSoundly, startFoundedGroup } from "#tests/support/founded-group.ts";
import { readPdf } from "#tests/support/pdf-files.ts";
import type { Json, TestGroup, TestMember } from "#tests/support/test-group.ts";
import { untilDecided } from "#tests/support/until-decided.ts";

const LOANS = "/api/finances/get-create-user-loans/";
const GUARANTEES = "/api/loans/guarantees/";

let group: TestGroup;
let books: Bookkeeping;

beforeAll(async () => {
  ({ group, books } = await startFoundedGroup({ members: 40 }));
  await books.contribute(books.chairperson, 500_000);
});
afterAll(() => closeSoundly(group));

const get = async (by: TestMember, path: string) => group.api("GET", path, { token: by.token });
const post = (by: TestMember, path: string, body: unknown = {}) =>
  group.api("POST", path, { token: by.token, body });

let products = 0;
async function offer(terms: Json): Promise<number> {
  const { body } = await post(books.chairperson, "/api/loans/products/", {
    name: `Guaranteed ${++products}`,
    method: "equal_principal",
    rate: 1,
    rate_per: "month",
    instalments_most: 12,
    ...terms,
  });
  return body.product.id;
}
async function saver(amount: number): Promise<TestMember> {
  const member = await books.member();
  await books.contribute(member, amount);
  return member;
}
async function apply(by: TestMember, product_id: number, fields: Json = {}): Promise<Json> {
  const answer = await post(by, LOANS, { product_id, amount: 5000, instalments: 5, ...fields });
  expect(answer.status).toBe(201);
  return answer.body.loan;
}
const ask = (by: TestMember, loan: Json, member: TestMember, amount: number) =>
  post(by, `/api/loans/${loan["loan_id"]}/guarantors/`, { member_id: member.id, amount });
const answer = (by: TestMember, guarantee: Json, body: Json) =>
  post(by, `${GUARANTEES}${guarantee["id"]}/answer/`, body);
async function agreed(by: TestMember, loan: Json, member: TestMember, amount: number) {
  const { guarantee } = (await ask(by, loan, member, amount)).body;
  const { body, status } = await answer(member, guarantee, {
    answer: "agree",
    amount_seen: amount,
  });
  expect([status, body.guarantee?.state]).toEqual([200, "agreed"]);
  return body.guarantee;
}
const approval = (by: TestMember, loan: Json) =>
  post(by, `/api/finances/loan-application-approval/${loan["loan_id"]}/`, { action: "approved" });
async function payOut(loan: Json): Promise<void> {
  for (const by of [books.treasurer, books.secGen])
    expect((await approval(by, loan)).status).toBe(200);
}
let references = 0;
async function pay(by: TestMember, loan: Json, amount: number): Promise<void> {
  const { body } = await post(by, `/api/finances/pay-loan/${loan["loan_id"]}/`, {
    amount_paid: amount,
    payment_Reference_Code: `GUAR${String(++references).padStart(6, "0")}`,
  });
  for (const by2 of [books.treasurer, books.secGen]) {
    const path = `/api/finances/loan-payment-approval/${body.loan_payment.payment_id}/`;
    expect((await post(by2, path, { action: "approved" })).status).toBe(200);
  }
}
const own = async (by: TestMember, id: unknown): Promise<Json> => {
  const { body } = await get(by, LOANS);
  return [...body.loans, ...body.pending_loans].find((loan: Json) => loan["loan_id"] === id);
};
const settings = (body: Json) => post(books.chairperson, "/api/group/settings/", body);

/** As reports write an amount. */
const figure = (kes: number) => kes.toLocaleString("en", { minimumFractionDigits: 2 });

describe("a loan that others must guarantee", () => {
  test("is approved only once enough is agreed, and holds it until the principal is repaid", async () => {
    const product = await offer({ guarantee: "whole", guarantors_least: 2 });
    const [borrower, one, two] = [await saver(4000), await saver(4000), await saver(3000)];
    const query = `product_id=${product}&amount=5000&instalments=5`;
    expect((await get(borrower, `/api/loans/quote/?${query}`)).body.guarantee_needed).toBe(5000);
    const loan = await apply(borrower, product, {
      guarantors: [{ member_id: one.id, amount: 3000 }],
    });
    expect(loan).toMatchObject({ guarantee_needed: 5000, guarantees: [{ state: "asked" }] });
    const [first] = loan["guarantees"];
    expect(first).toMatchObject({
      loan: { loan_id: loan["loan_id"] },
      borrower: { id: borrower.id },
      member: { id: one.id },
      amount: 3000,
      held: 0,
      called: 0,
    });
    expect((await approval(books.treasurer, loan)).body.detail).toBe(
      "The guarantors have agreed to KES 0.00 of KES 5,000.00.",
    );
    const unseen = await answer(one, first, { answer: "agree", amount_seen: 2999 });
    expect(unseen).toMatchObject({
      status: 400,
      body: { errors: { amount_seen: ["The amount has changed. Reload and try again."] } },
    });
    await answer(one, first, { answer: "agree", amount_seen: 3000 });
    expect((await get(one, GUARANTEES)).body).toMatchObject({
      free_savings: 1000,
      held: 3000,
      guarantees: [{ id: first.id, state: "agreed", held: 3000 }],
    });
    // Their own limit is three times what is left of their savings.
    expect((await get(one, LOANS)).body.loan_limit).toBe(3000);
    const low = await ask(borrower, loan, two, 3500);
    const above = await answer(two, low.body.guarantee, { answer: "agree", amount_seen: 3500 });
    expect(above.body.errors.amount_seen).toEqual(["You can guarantee at most KES 3,000.00."]);
    const removed = await group.api("DELETE", `${GUARANTEES}${low.body.guarantee.id}/`, {
      token: borrower.token,
    });
    expect(removed).toMatchObject({ status: 200, body: { detail: expect.any(String) } });
    const second = await agreed(borrower, loan, two, 2000);
    await payOut(loan);
    const stands = await answer(two, second, { answer: "withdraw" });
    expect(stands.body.detail).toBe("The loan is paid out, so the guarantee stands.");
    const remove = await group.api("DELETE", `${GUARANTEES}${second["id"]}/`, {
      token: borrower.token,
    });
    expect(remove.body.detail).toBe("The loan is paid out, so the guarantee stands.");

    await pay(borrower, loan, 1050);
    const paid = await own(borrower, loan["loan_id"]);
    expect(paid).toMatchObject({ guarantee_needed: 5000 });
    expect(paid["guarantees"].map((each: Json) => [each["state"], each["held"]])).toEqual([
      ["agreed", 2400],
      ["ended", 0],
      ["agreed", 1600],
    ]);
    const left = (await get(borrower, `/api/loans/${loan["loan_id"]}/settlement/`)).body.total;
    await pay(borrower, loan, left);
    expect((await get(one, GUARANTEES)).body).toMatchObject({
      free_savings: 4000,
      held: 0,
      guarantees: [{ state: "ended", held: 0 }],
    });
  });

  test("has an agreement with its cost, every row, who guarantees it, and both offices", async () => {
    const product = await offer({ guarantee: "whole", fee_percent: 1, call_after_days: 40 });
    const [borrower, one, stranger] = [await saver(4000), await saver(6000), await saver(10)];
    const loan = await apply(borrower, product);
    const path = `/api/loans/${loan["loan_id"]}/agreement/pdf/`;
    const printed = async (by: TestMember, language = "en") => {
      const headers = { Authorization: `Bearer ${by.token}`, "Accept-Language": language };
      const file = await fetch(group.url + path, { headers });
      expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
      const { texts } = await readPdf(new Uint8Array(await file.arrayBuffer()));
      return texts.join("\n").replaceAll(/\s+/g, " ");
    };
    const before = await printed(borrower);
    for (const part of [
      "Not paid out yet",
      "Nobody guarantees this loan.",
      "1% a month",
      "Once a payment is 40 days late",
    ])
      expect(before).toContain(part);
    expect(before).not.toContain("Approved by");
    for (const by of [one, stranger]) expect((await get(by, path)).status).toBe(404);
    await agreed(borrower, loan, one, 5000);
    await payOut(loan);
    const after = await printed(one);
    const { body } = await get(one, `/api/loans/${loan["loan_id"]}/schedule/`);
    for (const { interest, principal, total, balance } of body.instalments)
      expect(after).toContain([interest, principal, total, balance].map(figure).join(" "));
    // 1% of 5,000 and the interest of all rows.
    expect(after).toContain(figure(50 + body.totals.interest));
    expect(after).toContain("Agreed 5,000.00 5,000.00 0.00");
    const { treasurer, secGen } = books;
    for (const official of [treasurer, secGen]) {
      const { reg_number: number } = (await get(official, "/api/user/get_user_data")).body;
      expect(after.slice(after.indexOf("Approved by"))).toContain(`(${number})`);
    }
    expect(await printed(borrower, "sw")).toContain("Mkataba wa");
    const { body: plain } = await post(borrower, LOANS, { amount: 10, loan_type: "normal_loan" });
    expect(
      (await get(borrower, `/api/loans/${plain.loan.loan_id}/agreement/pdf/`)).body.detail,
    ).toBe("This loan has no instalments.");
  });

  test("needs as many people as its product says, and only what is above the borrower's own savings", async () => {
    const product = await offer({ guarantee: "above_savings", guarantors_least: 2 });
    const [borrower, one, two] = [await saver(4000), await saver(4000), await saver(4000)];
    const loan = await apply(borrower, product);
    expect(loan).toMatchObject({ guarantee_needed: 1000 });
    await agreed(borrower, loan, one, 1000);
    expect((await approval(books.treasurer, loan)).body.detail).toBe("2 guarantors are needed.");
    const second = await agreed(borrower, loan, two, 1);
    expect((await approval(books.treasurer, loan)).status).toBe(200);
    // Checked again at the second approval.
    expect((await answer(two, second, { answer: "withdraw" })).body.guarantee.state).toBe(
      "withdrawn",
    );
    expect((await approval(books.secGen, loan)).body.detail).toBe("2 guarantors are needed.");
    await agreed(borrower, loan, two, 1);
    expect((await approval(books.secGen, loan)).status).toBe(200);
  });

  test("lets nobody leave who guarantees it, and its borrower only without a debt", async () => {
    const product = await offer({ guarantee: "whole" });
    const [borrower, one] = [await saver(4000), await saver(6000)];
    const loan = await apply(borrower, product);
    await agreed(borrower, loan, one, 5000);
    await payOut(loan);
    const clear = await post(books.treasurer, "/api/accounting/clear_member/", {
      member_id: one.id,
    });
    expect(clear.body.detail).toBe(
      "This member still guarantees KES 5,000.00 of other members' loans.",
    );
    const preview = (member: TestMember) =>
      get(books.treasurer, `/api/accounting/settlement_preview/?member=${member.id}`);
    expect((await preview(borrower)).body.reason).toBe(
      "Call on the guarantors of this member's loans first.",
    );
  });
});

describe("who is asked", () => {
  let borrower: TestMember;
  let loan: Json;
  beforeAll(async () => {
    borrower = await saver(20_000);
    loan = await apply(borrower, await offer({ guarantee: "whole" }));
  });
  const refused = async (member: TestMember, sentence: string) => {
    const { status, body } = await ask(borrower, loan, member, 100);
    expect([status, body.errors?.member_id]).toEqual([400, [sentence]]);
  };

  test("is another active member, once, and whom the settings admit", async () => {
    await refused(borrower, "You cannot guarantee your own loan.");
    const dormant = await books.member();
    await post(books.chairperson, `/api/user/admin_manage_user/${dormant.id}/`, {
      action: "dormant",
    });
    await refused(dormant, "Only an active member can guarantee.");
    const one = await saver(2000);
    await ask(borrower, loan, one, 100);
    await refused(one, "This member was asked already.");
    await settings({ officials_guarantee: false });
    await refused(books.treasurer, "Officials do not guarantee loans in this group.");
    await settings({ officials_guarantee: true, guarantees_at_most: 1 });
    const busy = await saver(2000);
    const other = await saver(4000);
    const another = await apply(other, await offer({ guarantee: "whole" }));
    await agreed(other, another, busy, 500);
    await refused(busy, "This member guarantees as many loans as the group allows.");
    await settings({ guarantees_at_most: null });
    expect((await ask(borrower, loan, busy, 100)).status).toBe(201);
  });

  test("is found by a name or RegNo, and only while they may guarantee", async () => {
    const [by, one] = [await saver(100), await saver(100)];
    const found = async (text: string) => {
      const path = `/api/loans/guarantors/?search=${encodeURIComponent(text)}`;
      const { body } = await get(by, path);
      return body.members.map(({ id }: Json) => id);
    };
    const numberOf = async (who: TestMember) =>
      (await get(who, "/api/user/get_user_data")).body.reg_number;
    expect(await found(await numberOf(one))).toEqual([one.id]);
    expect(await found("no such name")).toEqual([]);
    expect(await found("a")).not.toContain(by.id);
    const { treasurer } = books;
    const office = await numberOf(treasurer);
    expect(await found(office)).toEqual([treasurer.id]);
    await settings({ officials_guarantee: false });
    expect(await found(office)).toEqual([]);
    await settings({ officials_guarantee: true });
    expect((await get(by, "/api/loans/guarantors/")).status).toBe(400);
  });

  test("answers once, alone, and sees the rows meanwhile", async () => {
    const one = await saver(2000);
    const stranger = await saver(100);
    const path = `/api/loans/${loan["loan_id"]}/schedule/`;
    const itself = `/api/loans/${loan["loan_id"]}/`;
    for (const each of [path, itself]) expect((await get(one, each)).status).toBe(404);
    const { guarantee } = (await ask(borrower, loan, one, 100)).body;
    for (const by of [one, borrower, books.treasurer]) {
      expect((await get(by, path)).status).toBe(200);
      expect((await get(by, itself)).body.loan).toMatchObject({
        loan_id: loan["loan_id"],
        guarantees: expect.arrayContaining([guarantee]),
      });
    }
    expect((await get(one, `${itself}settlement/`)).status).toBe(404);
    for (const by of [stranger, borrower, books.treasurer])
      expect((await answer(by, guarantee, { answer: "decline" })).status).toBe(404);
    expect((await ask(stranger, loan, one, 100)).status).toBe(404);
    expect((await answer(one, guarantee, { answer: "decline" })).body.guarantee.state).toBe(
      "declined",
    );
    expect((await get(one, path)).status).toBe(404);
    const again = await answer(one, guarantee, { answer: "agree", amount_seen: 100 });
    expect(again.body.detail).toBe("This was answered already.");
    expect((await get(stranger, `${GUARANTEES}?member=${one.id}`)).status).toBe(403);
    expect((await get(books.treasurer, `${GUARANTEES}?member=${one.id}`)).body).toMatchObject({
      guarantees: [{ state: "declined" }],
    });
  });

  test("agrees to several at once only as far as the savings reach, on two servers", async () => {
    const second = await group.addServer();
    const rich = await saver(1000);
    const product = await offer({ guarantee: "whole" });
    const guarantees: Json[] = [];
    for (let index = 0; index < 4; index += 1) {
      const member = await saver(5000);
      guarantees.push((await ask(member, await apply(member, product), rich, 400)).body.guarantee);
    }
    const answers = await Promise.all(
      guarantees.map((guarantee, index) =>
        untilDecided(() =>
          (index % 2 === 0 ? group.api : second.api)(
            "POST",
            `${GUARANTEES}${guarantee["id"]}/answer/`,
            { token: rich.token, body: { answer: "agree", amount_seen: 400 } },
          ),
        ),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 400, 400,
    ]);
    expect((await get(rich, GUARANTEES)).body).toMatchObject({ free_savings: 200, held: 800 });
  });

  test("taken back while the loan is paid out: one of the two happens", async () => {
    const product = await offer({ guarantee: "whole" });
    for (let round = 0; round < 4; round += 1) {
      const [by, one] = [await saver(5000), await saver(5000)];
      const application = await apply(by, product);
      const guarantee = await agreed(by, application, one, 5000);
      expect((await approval(books.treasurer, application)).status).toBe(200);
      const [taken, paid] = await Promise.all([
        answer(one, guarantee, { answer: "withdraw" }),
        approval(books.secGen, application),
      ]);
      expect([taken.status, paid.status].toSorted((a, b) => a - b)).toEqual([200, 400]);
    }
  });
});

test("a group may lend only by its products", async () => {
  const member = await saver(1000);
  await settings({ plain_loans: false });
  const plain = await post(member, LOANS, { amount: 500, loan_type: "normal_loan" });
  expect(plain.body.errors.product_id).toEqual(["Choose a loan."]);
  await settings({ plain_loans: true });
  const again = await post(member, LOANS, { amount: 500, loan_type: "normal_loan" });
  expect(again.status).toBe(201);
  expect(again.body.loan).not.toHaveProperty("guarantees");
});
