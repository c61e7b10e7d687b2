// Redraws an uploaded picture: everything besides its pixels is gone (SAFE-15). Runs in the process that reads uploaded
// files, because a decoder may take any memory.
import sharp from "sharp";

const SIDE_MAX_PX = 512;
const PIXELS_MAX = 50_000_000;

/** PNG, JPEG and WebP by their first bytes; nothing else reaches the decoder. */
function isPicture(bytes: Buffer): boolean {
  const starts = (text: string, at = 0) =>
    bytes.subarray(at, at + text.length).equals(Buffer.from(text, "latin1"));
  return (
    starts("\x89PNG\r\n\x1a\n") || starts("\xff\xd8\xff") || (starts("RIFF") && starts("WEBP", 8))
  );
}

/** The picture as WebP, upright, at most 512 px a side; null when it cannot be read. */
export async function redrawPicture(bytes: Buffer): Promise<Buffer | null> {
  if (!isPicture(bytes)) return null;
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    return await sharp(bytes, { failOn: "error", limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // The decoder's errors have no codes: a picture that it cannot finish is invalid.
    return null;
  }
}
