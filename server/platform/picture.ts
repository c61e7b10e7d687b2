// Redraws a picture that somebody sent: whatever it carried besides its pixels is gone (SAFE-15).
const SIDE_MAX_PX = 512;
const PIXELS_MAX = 50_000_000;

/** PNG, JPEG and WebP by their first bytes; nothing else ever reaches the decoder. */
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
  // Loaded with the first photo, so that the server starts without it.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  try {
    return await sharp(bytes, { failOn: "error", limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize(SIDE_MAX_PX, SIDE_MAX_PX, { fit: "inside", withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    // The decoder has no codes for its errors: a picture it does not finish is not one.
    return null;
  }
}
