import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupUrl, isGroupName, namedByHost } from "./group-name.ts";

describe("a group's name", () => {
  test.each(["umoja", "abc", "mama-mboga", "a1-b2-c3", "chama2026", "x".repeat(30)])(
    "may be %s",
    (name) => expect(isGroupName(name)).toBe(true),
  );
  test.each([
    "",
    "ab",
    "x".repeat(31),
    "1abc",
    "-abc",
    "abc-",
    "a--b",
    "Umoja",
    "umoja.b",
    "umo ja",
    "umöja",
    "www",
    "api",
    "console",
    "abc\n",
  ])("may not be %j", (name) => expect(isGroupName(name)).toBe(false));
});

describe("an address", () => {
  test.each([
    ["akiba.example", "host"],
    ["AKIBA.example", "host"],
    ["umoja.akiba.example", { group: "umoja" }],
    ["Umoja.Akiba.Example", { group: "umoja" }],
    ["www.akiba.example", null],
    ["a.umoja.akiba.example", null],
    ["umoja.akiba.example.evil.example", null],
    ["umojaakiba.example", null],
    [".akiba.example", null],
    ["akiba.example:3000", null],
    ["", null],
  ] as const)("%s names %j", (host, named) =>
    expect(namedByHost(host, "akiba.example")).toEqual(named),
  );

  test("of each name a group may have names that group, with a port and without", () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{2,9}(-[a-z0-9]{1,9}){0,2}$/);
    fc.assert(
      fc.property(
        name.filter(isGroupName),
        fc.constantFrom("https://akiba.example", "http://localhost:3000", "https://a.b.c:8443"),
        (group, publicUrl) => {
          const [scheme, host = ""] = groupUrl(publicUrl, group).split("://");
          const [ownScheme, base = ""] = publicUrl.split("://");
          expect(namedByHost(host, base)).toEqual({ group });
          expect(scheme).toBe(ownScheme);
        },
      ),
    );
  });
});
