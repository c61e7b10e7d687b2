import { describe, expect, it } from "vitest";
import { caretAfter, groupThousands, plainAmount } from "./money-typing.ts";

describe("typing an amount", () => {
  it("keeps a plain numeric string of what was typed or pasted", () => {
    expect(plainAmount("1500")).toBe("1500");
    expect(plainAmount("KES 1,500.505")).toBe("1500.50");
    expect(plainAmount("007")).toBe("7");
    expect(plainAmount("0.5")).toBe("0.5");
    expect(plainAmount("12.3.4")).toBe("12.34");
    expect(plainAmount("-5")).toBe("5");
    expect(plainAmount("abc")).toBe("");
  });

  it("separates thousands without adding anything behind", () => {
    expect(groupThousands("")).toBe("");
    expect(groupThousands("999")).toBe("999");
    expect(groupThousands("1000")).toBe("1,000");
    expect(groupThousands("1234567.5")).toBe("1,234,567.5");
    expect(groupThousands("1000.")).toBe("1,000.");
  });

  it("keeps the caret behind the digit it stood behind", () => {
    expect(caretAfter("1,234", 1)).toBe(1);
    expect(caretAfter("1,234", 2)).toBe(3);
    expect(caretAfter("1,234", 4)).toBe(5);
    expect(caretAfter("", 0)).toBe(0);
  });
});
