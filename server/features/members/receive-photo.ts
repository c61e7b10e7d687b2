// Reads the file of a multipart request into memory; its size is limited where the parser is registered.
import type { FastifyRequest } from "fastify";
import { refuse } from "#domain/refusal.ts";
import { whyUnread } from "#server/http/file-too-large.ts";

export const PHOTO_BYTES_MAX = 2 * 1024 * 1024;

/** The file in the field `photo`. Refuses a body that is not readable, and one without such a file. */
export async function receivePhoto(request: FastifyRequest): Promise<Buffer> {
  try {
    const file = await request.file();
    const bytes = await file?.toBuffer();
    if (bytes !== undefined && file?.fieldname === "photo") return bytes;
  } catch (error) {
    // Too large, not multipart, cut short: those have codes. A body that is broken inside has none.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("FST_"))
      throw whyUnread(error, PHOTO_BYTES_MAX);
  }
  throw refuse("photo-unreadable").at("photo");
}
