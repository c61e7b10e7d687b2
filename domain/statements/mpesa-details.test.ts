import { describe, expect, it } from "vitest";
import { mpesaCodeWithin, readMpesaDetails, readNarration } from "./mpesa-details.ts";

describe("the details of an M-PESA line", () => {
  it.each([
    [
      "Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. M001",
      { type: "Pay Bill", party: "ALICE **** EXAMPLE", phone: null, accountTyped: "M001" },
    ],
    [
      "Pay Bill Online from 254712345678 - BRIAN OTIENO Acc. M 002 via API by 600123",
      {
        type: "Pay Bill Online",
        party: "BRIAN OTIENO",
        phone: "+254712345678",
        accountTyped: "M 002",
      },
    ],
    [
      "Pay Bill from 254712345678 - BRIAN OTIENO via Online Acc. 123.0",
      { type: "Pay Bill", party: "BRIAN OTIENO", phone: "+254712345678", accountTyped: "123.0" },
    ],
    [
      "Business Payment to 254700000003 - DANIEL KIPROTICH via API",
      {
        type: "Business Payment",
        party: "DANIEL KIPROTICH",
        phone: "+254700000003",
        accountTyped: null,
      },
    ],
    ["Pay Bill Charge", { type: "Pay Bill Charge", party: null, phone: null, accountTyped: null }],
    [
      "Pay Bill to 123456 - SCHOOL FEES Acc. fee",
      { type: "Pay Bill", party: "SCHOOL FEES", phone: null, accountTyped: "fee" },
    ],
  ])("%s", (details, reported) => {
    expect(readMpesaDetails(details)).toEqual(reported);
  });

  it("separate columns come first, without the .0 of a number", () => {
    const columns = { otherParty: "254711222333 - CAROL AKINYI", account: "45.0" };
    expect(readMpesaDetails("Pay Bill", columns)).toEqual({
      type: "Pay Bill",
      party: "CAROL AKINYI",
      phone: "+254711222333",
      accountTyped: "45",
    });
  });
});

describe("a bank's narration", () => {
  it("holds the code, and who paid for which account", () => {
    const narration = "MPS 254712345678 SIA93MAWD9 M001 BRIAN OTIENO";
    expect(mpesaCodeWithin(narration, "2024-09-10")).toBe("SIA93MAWD9");
    expect(readNarration(narration, "SIA93MAWD9")).toEqual({
      phone: "+254712345678",
      accountTyped: "M001",
      party: "BRIAN OTIENO",
    });
  });

  it("of several words that could be a code holds the one of its day", () => {
    expect(mpesaCodeWithin("AGENT12345 SIA93MAWD9", "2024-09-10")).toBe("SIA93MAWD9");
    expect(mpesaCodeWithin("CHEQUE 000123", "2024-09-10")).toBeNull();
  });
});
