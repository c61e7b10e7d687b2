import { afterAll, beforeAll, expect, test } from "vitest";
import { startGroup, type TestGroup, type TestMember } from "#tests/support/test-group.ts";

let group: TestGroup;
let chairperson: TestMember;
beforeAll(async () => {
  group = await startGroup();
  chairperson = await group.official("Chairperson");
});
afterAll(() => group.close());

const found = async (search: string): Promise<string[]> => {
  const path = `/api/user/get_users/?search=${encodeURIComponent(search)}`;
  const { body } = await group.api("GET", path, { token: chairperson.token });
  return body.users.map((user: { username: string }) => user.username);
};

test.each([
  ["Ng’ang’a", "Wainaina", ["Ng'ang'a", "Ng’ang’a", "ng‘ang‘a wai", "NGANGA", "Ngʼangʼa"]],
  ["Ng'endo", "Mbugua", ["Ng’endo", "Ng'endo", "ng`endo", "ngendo mb"]],
  ["Mũmbi", "Wanjirũ", ["Mu\u0303mbi", "mumbi wa", "MŨMBI WANJIRU\u0303"]],
  ["Jose\u0301", "Ouma", ["José", "Jose\u0301", "jose ou"]],
  ["J.K.", "Otieno", ["j.k.", "J.K. Otieno"]],
  ["Akinyi", "O.Okoth", ["o.okoth", "akinyi O.O"]],
  ["Baraka", "St.John", ["st.john"]],
  ["K", "Ö", ["k o"]],
])("%s %s joins, and is found in each spelling", async (first_name, last_name, searches) => {
  const member = await group.signUp({ first_name, last_name });
  for (const search of searches)
    expect([search, await found(search)]).toEqual([search, [member.username]]);
  expect(await found("'")).toEqual([]);
});

test.each(["محمد", "አበበ", "李"])(
  "%s is refused in words that say what to write",
  async (first_name) => {
    const { status, body } = await group.api("POST", "/api/user/signup/", {
      body: {
        first_name,
        last_name: "Kamau",
        username: "latin",
        email: "latin@example.com",
        RegNo: "L/1",
        phone: "0712000111",
        password: "mti wa matunda 27",
        confirm_password: "mti wa matunda 27",
      },
    });
    expect(status).toBe(400);
    expect(body.errors).toEqual({
      first_name: [
        "First name has letters that reports cannot print. Write it in Latin letters, as on your ID card.",
      ],
    });
  },
);
