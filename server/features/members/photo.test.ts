import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";

let group: TestGroup;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup();
});
beforeEach(async () => {
  member = await group.pendingMember();
});
afterAll(() => group.close());

const draw = (width = 900, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: "#0a7" } });

async function upload(
  content: Uint8Array,
  params: { token?: string; field?: string; type?: string; name?: string } = {},
) {
  const form = new FormData();
  const blob = new Blob([new Uint8Array(content)], { type: params.type ?? "image/png" });
  form.append(params.field ?? "photo", blob, params.name ?? "me.png");
  const token = params.token ?? member.token;
  const response = await fetch(`${group.url}/api/user/photo/`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: response.status, body: (await response.json()) as Json };
}

const fetchPhoto = (path: string) => fetch(group.url + path);
const post = (body: string, type: string) =>
  fetch(`${group.url}/api/user/photo/`, {
    method: "POST",
    headers: { Authorization: `Bearer ${member.token}`, "Content-Type": type },
    body,
  });

describe("uploading a photo", () => {
  it("refuses a field whose name reaches into the program", async () => {
    const answer = await upload(await draw(8, 8).png().toBuffer(), { field: "__proto__" });
    expect(answer.status).toBe(400);
    expect(answer.body.detail).toBe("The form has a field with a name that cannot be used.");
  });

  it.each(["png", "jpeg", "webp"] as const)(
    "redraws a %s as WebP of at most 512 px",
    async (format) => {
      const answer = await upload(await draw().toFormat(format).toBuffer());
      expect(answer.status).toBe(200);
      const { photo } = answer.body.user;
      expect(photo).toMatch(/^\/media\/photos\/[0-9a-f]{32}\.webp$/);
      const response = await fetchPhoto(photo);
      expect(response.status).toBe(200);
      const picture = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect(picture).toMatchObject({ format: "webp", width: 512, height: 341 });
    },
  );

  it("turns the picture upright and strips everything else", async () => {
    const turned = await draw()
      .withExif({ IFD0: { Artist: "secret-artist" }, IFD3: { GPSLatitudeRef: "S" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { photo } = (await upload(turned)).body.user;
    const bytes = Buffer.from(await (await fetchPhoto(photo)).arrayBuffer());
    const picture = await sharp(bytes).metadata();
    expect([picture.width, picture.height]).toEqual([341, 512]);
    expect(picture.exif).toBeUndefined();
    expect(bytes.includes("secret-artist")).toBe(false);
  });

  it("removes the photo it replaces", async () => {
    const first = (await upload(await draw().png().toBuffer())).body.user.photo;
    const second = (await upload(await draw(50, 50).png().toBuffer())).body.user.photo;
    expect((await fetchPhoto(first)).status).toBe(404);
    expect((await fetchPhoto(second)).status).toBe(200);
    const me = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    expect(me.body.photo).toBe(second);
  });

  it.each([
    [
      "an SVG",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ["a text", Buffer.from("hello")],
    ["nothing", Buffer.alloc(0)],
    ["a PNG that ends early", Buffer.from("\x89PNG\r\n\x1a\n and no more", "latin1")],
  ])("refuses %s, whatever it calls itself", async (_name, content) => {
    const answer = await upload(content);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual(["photo"]);
  });

  it("refuses a GIF and a file in another field", async () => {
    expect((await upload(await draw().gif().toBuffer())).status).toBe(400);
    expect((await upload(await draw().png().toBuffer(), { field: "avatar" })).status).toBe(400);
  });

  it("refuses more than 2 MB", async () => {
    const answer = await upload(Buffer.alloc(2 * 1024 * 1024 + 1, 7));
    expect(answer).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining("2 MB") },
    });
  });

  it("refuses what is not multipart, or broken", async () => {
    expect((await post("{}", "application/json")).status).toBe(415);
    expect((await post("abc", "image/png")).status).toBe(415);
    expect((await post("abc", "multipart/form-data")).status).toBe(400);
    expect((await post("abc", "multipart/form-data; boundary=x")).status).toBe(400);
    expect((await post("--x\r\n\r\n", "multipart/form-data; boundary=x")).status).toBe(400);
  });

  it("needs a session, before anything is read", async () => {
    expect((await upload(Buffer.alloc(3_000_000), { token: "" })).status).toBe(401);
  });

  it("is the only address that takes multipart", async () => {
    const form = new FormData();
    form.append("email", "a@example.com");
    const response = await fetch(`${group.url}/api/user/login`, { method: "POST", body: form });
    expect(response.status).toBe(415);
  });
});

describe("reading a photo", () => {
  it("gives a picture and nothing else", async () => {
    const { photo } = (await upload(await draw().png().toBuffer())).body.user;
    const { headers } = await fetchPhoto(photo);
    expect(headers.get("content-type")).toBe("image/webp");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-disposition")).toBe('inline; filename="photo.webp"');
  });

  it("ends with the person, and is cached by browsers no longer than an hour", async () => {
    const { photo } = (await upload(await draw().png().toBuffer())).body.user;
    const served = await fetchPhoto(photo);
    expect(served.status).toBe(200);
    expect(served.headers.get("cache-control")).toBe("private, max-age=3600");
    const chairperson = await group.official("Chairperson");
    const manage = (action: string) =>
      group.api("POST", `/api/user/admin_manage_user/${member.id}/`, {
        token: chairperson.token,
        body: { action, ...(action === "reject" ? { reject_reason: "Not known to us" } : {}) },
      });
    const shown = async () => {
      const { body } = await group.api("GET", "/api/user/get_users/", { token: chairperson.token });
      const row = body.users.find((user: Json) => user.id === member.id);
      return { photo: row?.photo ?? null, status: (await fetchPhoto(photo)).status };
    };
    for (const [action, isShown] of [
      ["reject", false],
      ["approve", true],
      ["deactivate", false],
      ["activate", true],
    ] as const) {
      expect(await manage(action)).toMatchObject({ status: 200 });
      expect(await shown()).toEqual(
        isShown ? { photo, status: 200 } : { photo: null, status: 404 },
      );
    }
  });

  it("knows no other files", async () => {
    for (const name of ["x.webp", "..%2f..%2fetc%2fpasswd", `${"0".repeat(32)}.webp`, "%00"]) {
      const response = await fetchPhoto(`/media/photos/${name}`);
      expect([400, 404]).toContain(response.status);
      expect(((await response.json()) as Json).detail).toEqual(expect.any(String));
    }
  });
});

describe("the photos stored", () => {
  it("are one for each member with a photo, and every server has them", async () => {
    const { photo } = (await upload(await draw().png().toBuffer())).body.user;
    const other = await group.addServer();
    expect((await fetch(other.url + photo)).status).toBe(200);
    await upload(await draw(60, 60).png().toBuffer());
    const stored = await group.db
      .selectFrom("member_photos")
      .select("name")
      .where("member_id", "=", member.id)
      .execute();
    expect(stored).toHaveLength(1);
  });

  it("are one, however many are sent at once", async () => {
    const pictures = await Promise.all([40, 50, 60].map((side) => draw(side).png().toBuffer()));
    const answers = await Promise.all(pictures.map((picture) => upload(picture)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    const me = await group.api("GET", "/api/user/get_user_data", { token: member.token });
    const found = await Promise.all(answers.map(({ body }) => fetchPhoto(body.user.photo)));
    expect(found.filter((response) => response.status === 200)).toHaveLength(1);
    expect((await fetchPhoto(me.body.photo)).status).toBe(200);
  });
});
