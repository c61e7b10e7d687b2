import { expect, it } from "vitest";
import { formatAmount, formatMoney } from "./money.tsx";

it("writes KES with thousands separators and two decimals", () => {
  expect(formatMoney(1234567.5)).toBe("KES 1,234,567.50");
  expect(formatMoney("10000")).toBe("KES 10,000.00");
});

it("never shows a negative zero", () => {
  expect(formatAmount(-0)).toBe("0.00");
});

it("writes negative amounts in brackets", () => {
  expect(formatAmount(-500)).toBe("(500.00)");
  expect(formatMoney(-500)).toBe("KES (500.00)");
});

it("rounds a sum of floats to the cent it means", () => {
  expect(formatAmount(0.1 + 0.2)).toBe("0.30");
  expect(formatAmount(-0.001)).toBe("0.00");
});
