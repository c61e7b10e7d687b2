import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paidMessages as paid, refusedMessages as refused } from "./messages-for-tests.ts";
import { readMpesaMessages } from "./mpesa-message.ts";

describe("a message of M-PESA", () => {
  it.each(paid)("%s", (text, [code, amountCents, at, to, account]) => {
    expect(readMpesaMessages(text)).toEqual([{ claim: { code, amountCents, at, to, account } }]);
  });

  it.each(refused)("%s", (text, why) => {
    expect(readMpesaMessages(text)).toMatchObject([{ refused: why }]);
  });

  it.each([
    ["Tsh1,000.00 sent to JANE DOE on 20/10/26 at 4:26 PM", "currency", "Tsh1,000.00"],
    ["TZS 1000 imetumwa kwa JANE DOE tarehe 20/10/26 saa 4:26 PM", "currency", "TZS 1000"],
    ["USD 10.00 paid to KIOSK on 20/10/26 at 4:26 PM", "currency", "USD 10.00"],
    ["UGX5,000 sent to JANE DOE on 20/10/26 at 4:26 PM", "currency", "UGX5,000"],
    ["Ksh100.00 sent to JANE DOE on 31/11/26 at 4:26 PM", "moment", "31/11/26"],
    ["Ksh100.00 imetumwa kwa JANE DOE tarehe 30/2/26 saa 4:26 PM", "moment", "30/2/26"],
    ["Ksh100.00 paid to KIOSK on 2/13/26 at 4:26 PM", "moment", "2/13/26"],
    ["Ksh100.00 paid to KIOSK on 2/12/26 at 25:26", "moment", "25:26"],
  ])("%s is refused, naming %s", (text, refused, written) => {
    expect(readMpesaMessages(`TJK6H7T0JT Confirmed. ${text}. New balance`)).toEqual([
      { refused, code: "TJK6H7T0JT", written },
    ]);
  });

  it("is one of at least eighty shapes here", () => {
    expect(paid.length + refused.length).toBeGreaterThanOrEqual(80);
  });

  it("is distinguished from another that was pasted with it, in the order they stand", () => {
    for (const [one, [code]] of paid)
      for (const [other, [otherCode]] of paid) {
        if (code === otherCode) continue;
        for (const between of ["\n", " "]) {
          const both = readMpesaMessages(`${one}${between}${other}`);
          expect(both.map((each) => "claim" in each && each.claim.code)).toEqual([code, otherCode]);
        }
      }
    for (const [one, [code]] of paid)
      for (const [other, why] of refused) {
        if (!/^[A-Z0-9]{10} (?:confirmed|imethibitishwa)/i.test(other)) continue;
        const both = readMpesaMessages(`${other} ${one}`);
        expect(both).toMatchObject([{ refused: why }, { claim: { code } }]);
      }
  });

  it("is distinguished from one in the other language with nothing between them", () => {
    const english = paid[0]?.[0] ?? "";
    const swahili = paid.find(([text]) => text.includes("Imethibitishwa"))?.[0] ?? "";
    expect(swahili).not.toBe("");
    for (const both of [english + swahili, swahili.slice(0, -1) + english])
      expect(readMpesaMessages(both)).toMatchObject([{ claim: {} }, { claim: {} }]);
  });

  it("of a payment by overdraft is read, and the text about the overdraft ignored", () => {
    const overdraft =
      "UBK4X9Y2ZG Confirmed. Fuliza M-PESA amount is Ksh 120.00. Interest charged Ksh 1.20. Total Fuliza M-PESA outstanding amount is Ksh121.20 due on 24/03/26.";
    const payment =
      "UBK4X9Y2ZG Confirmed. Ksh500.00 sent to UMOJA for account M001 on 22/2/26 at 10:02 AM New M-PESA balance is Ksh0.00.";
    expect(readMpesaMessages(`${overdraft}\n${payment}`)).toContainEqual({
      claim: {
        code: "UBK4X9Y2ZG",
        amountCents: 50_000n,
        at: "2026-02-22T10:02:00",
        to: "UMOJA",
        account: "M001",
      },
    });
  });

  it("cut off anywhere claims the same or nothing", () => {
    for (const [text, [code, amountCents, at]] of paid)
      for (let length = 0; length < text.length; length += 1) {
        const [read] = readMpesaMessages(text.slice(0, length));
        if (read === undefined || !("claim" in read)) continue;
        expect(read.claim).toMatchObject({ code, amountCents, at });
      }
  });

  it("never fails, whatever the text", () => {
    const pieces = paid.concat(refused as never[]).flatMap(([text]) => text.split(" "));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), (words) => {
        const claims = readMpesaMessages(words.join(" ")).flatMap((read) =>
          "claim" in read ? [read.claim] : [],
        );
        expect(claims.every(({ amountCents }) => amountCents > 0n)).toBe(true);
      }),
    );
  });
});
