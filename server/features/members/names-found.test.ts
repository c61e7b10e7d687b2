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

test("whoever decides on a member whose name is an official's is warned, with the official's RegNo", async () => {
  const { body: own } = await group.api("GET", "/api/user/get_user_data", {
    token: chairperson.token,
  });
  const name = { first_name: own.first_name, last_name: own.last_name };
  const same = [{ office: "Chairperson", full_name: `${name.first_name} ${name.last_name}` }];
  const shown = async (member: TestMember) => {
    const { body } = await group.api("GET", "/api/user/get_users/", { token: chairperson.token });
    const { same_name_as, named_as_office } = body.users.find(
      ({ id }: { id: number }) => id === member.id,
    );
    return { same_name_as, named_as_office };
  };
  const named = (which: Record<string, string>) => group.signUp(which);
  const twin = await named(name);
  expect(await shown(twin)).toEqual({
    same_name_as: [{ ...same[0], reg_number: own.reg_number }],
  });
  const hurried = await named({ ...name, first_name: name.first_name.replace("i", "1") });
  expect((await shown(hurried)).same_name_as).toHaveLength(1);
  expect(await shown(await named({ first_name: "Sec", last_name: "Gen" }))).toEqual({
    named_as_office: true,
  });
  const other = await named({ first_name: "Akinyi", last_name: "Odhiambo" });
  expect(await shown(other)).toEqual({});
  const { body } = await group.api("POST", `/api/user/change-name/${other.id}/`, {
    token: chairperson.token,
    body: name,
  });
  expect(body.user.same_name_as).toHaveLength(1);
  expect((await shown(chairperson)).same_name_as).toBeUndefined();
});

test("a username that passes for an office is refused for that reason", async () => {
  const form = { username: "t.reasurer" };
  const { body } = await group.api("POST", "/api/user/signup/", { body: form });
  expect(body.errors.username).toEqual([
    "This username looks like an office of the group, or like whoever holds one. Choose another one.",
  ]);
});
