import { describe, expect, it } from "vitest";
import { whyNotAlso, whyNotTakeBack } from "./both-offices.ts";

describe("what two offices accept", () => {
  const treasurer = { office: "Treasurer", byId: 1 } as const;

  it("is accepted once by each, and by two people", () => {
    expect(whyNotAlso([], { office: "Treasurer", id: 1 })).toBeNull();
    expect(whyNotAlso([treasurer], { office: "Treasurer", id: 2 })?.code).toBe(
      "office-already-acted",
    );
    expect(whyNotAlso([treasurer], { office: "Sec-Gen", id: 1 })?.code).toBe("same-person-twice");
    expect(whyNotAlso([treasurer], { office: "Sec-Gen", id: 2 })).toBeNull();
  });

  it("is taken back by two sides, of which the Chairperson and the Sec-Gen are one", () => {
    const chairperson = { office: "Chairperson", byId: 3 } as const;
    expect(whyNotTakeBack([chairperson], { office: "Sec-Gen", id: 2 })?.code).toBe(
      "office-already-acted",
    );
    expect(whyNotTakeBack([chairperson], { office: "Treasurer", id: 3 })?.code).toBe(
      "same-person-twice",
    );
    expect(whyNotTakeBack([chairperson], { office: "Treasurer", id: 1 })).toBeNull();
  });
});
