// Uploads that are a photo, claim to be one, or are no upload at all.
import type { WireRequest } from "./wire-request.ts";

type Content = Pick<WireRequest, "headers" | "body">;

const BOUNDARY = "----akiba";
const type = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function part(
  content: Buffer | string,
  disposition = 'name="photo"; filename="me.png"',
  media = "image/png",
) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${media}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from("\r\n")]);
}

const end = Buffer.from(`--${BOUNDARY}--\r\n`);
const upload = (...parts: Buffer[]): Content => ({
  headers: type,
  body: Buffer.concat([...parts, end]),
});

/** Says it is 60,000 pixels wide and high. */
function hugePixel(): Buffer {
  const picture = Buffer.from(pixel);
  picture.writeUInt32BE(60_000, 16);
  picture.writeUInt32BE(60_000, 20);
  return picture;
}

export const photoBodies: readonly Content[] = [
  upload(part(pixel)),
  upload(part(pixel.subarray(0, 40))),
  upload(part(hugePixel())),
  upload(
    part("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", undefined, "image/svg+xml"),
  ),
  upload(part("<script>alert(1)</script>")),
  upload(part("")),
  upload(part(pixel, 'name="file"; filename="me.png"')),
  upload(part(pixel, 'name="photo"')),
  upload(part(pixel, 'name="__proto__"; filename="me.png"')),
  upload(part(pixel, 'name="photo"; filename="../../etc/passwd\u0000.png"')),
  upload(part(pixel), part(pixel)),
  upload(part("x".repeat(3_000_000))),
  upload(),
  { headers: type, body: part(pixel) },
  { headers: type, body: Buffer.from(`--${BOUNDARY}\r\n\r\n`) },
  { headers: type, body: Buffer.from("\r\n".repeat(1_000)) },
  { headers: type, body: null },
  { headers: { "Content-Type": "multipart/form-data" }, body: part(pixel) },
  {
    headers: { "Content-Type": `multipart/form-data; boundary=${"b".repeat(500)}` },
    body: part(pixel),
  },
  { headers: { "Content-Type": "multipart/mixed; boundary=x" }, body: part(pixel) },
  { headers: { "Content-Type": "image/png" }, body: pixel },
  { headers: { "Content-Type": "application/json" }, body: '{"photo":"x"}' },
];
