import { expect, it } from "vitest";
import { normalisePhone } from "./contacts.ts";

it.each([
  "0712345678",
  "0712 345 678",
  "0712-345-678",
  "254712345678",
  "+254712345678",
  " +254 712 345 678 ",
])("reads %j", (text) => {
  expect(normalisePhone(text)).toBe("+254712345678");
});

it("reads the newer 01 numbers", () => {
  expect(normalisePhone("0112345678")).toBe("+254112345678");
});

it.each([
  "",
  "712345678",
  "07123456789",
  "071234567",
  "0812345678",
  "+255712345678",
  "+2540712345678",
  "00254712345678",
  "0712345678a",
  "٠٧١٢٣٤٥٦٧٨",
])("refuses %j", (text) => {
  expect(normalisePhone(text)).toBeNull();
});
