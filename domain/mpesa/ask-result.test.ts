import { describe, expect, it } from "vitest";
import { readAskResult } from "./ask-result.ts";

const posted = (result: object) => ({ Body: { stkCallback: result } });
const paid = (items: object[]) =>
  readAskResult(
    posted({
      CheckoutRequestID: "ws_CO_1",
      ResultCode: 0,
      ResultDesc: "Processed.",
      CallbackMetadata: { Item: items },
    }),
  );
const receipt = { Name: "MpesaReceiptNumber", Value: "NLJ7RT61SV" };
const amount = { Name: "Amount", Value: 500.0 };

describe("the result of an ask", () => {
  it("has the receipt, the amount and the moment of what was paid", () => {
    const at = { Name: "TransactionDate", Value: 20191219102115 };
    expect(paid([amount, receipt, { Name: "Balance" }, at])).toEqual({
      checkoutId: "ws_CO_1",
      code: "0",
      text: "Processed.",
      receipt: {
        receipt: "NLJ7RT61SV",
        amountCents: 50_000n,
        paidAt: new Date("2019-12-19T10:21:15+03:00"),
      },
    });
  });

  it.each([
    ["no receipt", [amount]],
    ["no amount", [receipt]],
    ["an amount that is none", [receipt, { Name: "Amount", Value: -5 }]],
    ["no list", "none" as never],
  ])("is paid without a receipt when there is %s", (_what, items) => {
    expect(paid(items)).toMatchObject({ code: "0", receipt: null });
  });

  it("has no moment that cannot be read", () => {
    const at = { Name: "TransactionDate", Value: 20191399 };
    expect(paid([amount, receipt, at])?.receipt?.paidAt).toBeNull();
  });

  it("has the code of a refusal, as a number or a text", () => {
    const refused = { CheckoutRequestID: "ws_CO_1", ResultCode: "1032", ResultDesc: "Cancelled." };
    expect(readAskResult(posted(refused))).toMatchObject({ code: "1032", receipt: null });
  });

  it("is none without its code, whatever was posted", () => {
    for (const body of [
      {},
      { Body: null },
      { Body: { stkCallback: [] } },
      posted({ ResultCode: {} }),
    ])
      expect(readAskResult(body)).toBeNull();
  });
});
