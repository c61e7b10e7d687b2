import { describe, expect, test } from "vitest";
import { connectionTo } from "./open-database.ts";
import { nameOf, readHosts } from "./hosts.ts";

describe("an address of several hosts", () => {
  test.each([
    ["postgres://u:p@a:5433,b/akiba", ["a:5433", "b:5432"]],
    ["postgresql://a,b:6000,c/akiba?sslmode=disable", ["a:5432", "b:6000", "c:5432"]],
    ["postgres://u@[::1]:5433,[fe80::2]/akiba", ["[::1]:5433", "[fe80::2]:5432"]],
    ["postgres://u@%2Frun%2Fone,%2Frun%2Ftwo:5433/akiba", ["/run/one:5432", "/run/two:5433"]],
    ["postgres://u@/akiba?host=/run/one,b&port=5433,5434", ["/run/one:5433", "b:5434"]],
    ["postgres://u@/akiba?host=a,b&port=5433", ["a:5433", "b:5433"]],
  ])("%s", (url, names) => {
    expect(readHosts(url).hosts.map(nameOf)).toEqual(names);
  });

  test("keeps who signs in, the database and the options, and tells which host is wanted", () => {
    const { url, wanted } = readHosts(
      "postgres://u%40x:p%2F@a,b:5433/akiba?target_session_attrs=read-write&sslmode=disable",
    );
    expect(wanted).toBe("read-write");
    expect(url).toBe("postgres://u%40x:p%2F@localhost/akiba?sslmode=disable&host=a&port=5432");
  });

  test.each([
    ["postgres://u:secret@a,b:x/akiba", /b has no port/],
    ["postgres://u:secret@a,b:70000/akiba", /b has no port/],
    ["postgres://u:secret@a,,b/akiba", /no name/],
    ["postgres://u:secret@/akiba?host=a,b,c&port=1,2", /3 hosts and 2 ports/],
    ["postgres://u:secret@a,b/akiba?target_session_attrs=best", /none of any, read-write/],
  ])("%s is refused without its password", (url, why) => {
    expect(() => readHosts(url)).toThrow(why);
    expect(() => readHosts(url)).not.toThrow(/secret/);
  });

  test("that wants a standby is refused as the database that writes go to", () => {
    const url = "postgres://u@a,b/akiba?target_session_attrs=standby";
    expect(() => connectionTo(url)).toThrow(/takes no writes/);
  });
});

test.each([
  "postgres://u:p@a:5432/akiba",
  "postgres://akiba@localhost/akiba?host=%2Frun%2Fpostgresql&port=5433",
  "socket:/run/postgresql?db=akiba",
  "/run/postgresql akiba",
])("%s is left as it is", (url) => {
  expect(readHosts(url)).toEqual({ hosts: [], wanted: "any", url });
  expect(connectionTo(url)).toEqual({ connectionString: url });
});
