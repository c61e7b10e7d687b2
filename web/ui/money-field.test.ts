import { describe, expect, it } from "vitest";
import { caretAfter, groupThousands, plainAmount, regrouped, typingFault } from "./money-field.tsx";

describe("typing an amount", () => {
  it("keeps a plain numeric string of what was typed or pasted", () => {
    expect(plainAmount("1500")).toBe("1500");
    expect(plainAmount("1,500.50")).toBe("1500.50");
    expect(plainAmount("KES 1,500.50")).toBe("1500.50");
    expect(plainAmount("Ksh.1500")).toBe("1500");
    expect(plainAmount(" 0.5 ")).toBe("0.5");
    expect(plainAmount("1,000.")).toBe("1000.");
    expect(plainAmount("")).toBe("");
  });

  it.each(["-5", "1e5", "12abc", "abc", "12.3.4", "1,5", "1,50.00", "١٢"])(
    "leaves %s as it was typed, and separates nothing in it",
    (typed) => {
      expect(plainAmount(typed)).toBe(typed);
      expect(groupThousands(typed)).toBe(typed);
    },
  );

  it("keeps a third decimal, which the form refuses", () => {
    expect(plainAmount("1,000.555")).toBe("1000.555");
    expect(groupThousands("1000.555")).toBe("1,000.555");
  });

  it("sets the separators again after a digit was taken away", () => {
    expect(regrouped("1,50")).toBe("150");
    expect(regrouped("12,34,567")).toBe("1234567");
  });

  it("separates thousands without adding anything behind", () => {
    expect(groupThousands("")).toBe("");
    expect(groupThousands("999")).toBe("999");
    expect(groupThousands("1000")).toBe("1,000");
    expect(groupThousands("1234567.5")).toBe("1,234,567.5");
    expect(groupThousands("1000.")).toBe("1,000.");
  });

  it("keeps the caret behind the same digit", () => {
    expect(caretAfter("1,234", 1)).toBe(1);
    expect(caretAfter("1,234", 2)).toBe(3);
    expect(caretAfter("1,234", 4)).toBe(5);
    expect(caretAfter("", 0)).toBe(0);
  });

  it("says why a text is no amount", () => {
    expect(typingFault("-5")).toBe("minus");
    expect(typingFault("1e5")).toBe("digits");
    expect(typingFault("12abc")).toBe("digits");
    expect(typingFault("1,5")).toBe("digits");
    expect(typingFault("1000.555")).toBe("decimals");
    expect(typingFault("1500.50")).toBeNull();
    expect(typingFault("1500.")).toBeNull();
    expect(typingFault("")).toBeNull();
  });
});
