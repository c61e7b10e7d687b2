// Files that are sent as parts of a multipart form, beside its other fields.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { $ZodType, output } from "zod/v4/core";
import type { Refusal } from "#domain/refusal.ts";
import { endpointRoutes, type Routes, type Serving } from "./endpoint-route.ts";
import { whyUnread } from "./failure.ts";
import { readInput } from "./read-request.ts";

export type ReceivedFile = { bytes: Buffer; fileName: string };

export type UploadForm = {
  /** The name of the parts that are files. */
  field: string;
  filesMost: number;
  /** Of one file. */
  bytesMax: number;
  fieldsMost: number;
  /** Refuses a form that is broken inside, or without a file. */
  missing: () => Refusal;
};

/** Routes of this form, in a scope of their own, so that no other address takes anything but JSON. */
export async function uploadRoutes(
  app: FastifyInstance,
  serving: Serving,
  { filesMost, bytesMax, fieldsMost }: UploadForm,
  register: (uploads: Routes, scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: {
        files: filesMost,
        fields: fieldsMost,
        parts: filesMost + fieldsMost,
        fieldSize: 64 * 1024,
        fileSize: bytesMax,
      },
    });
    // Whatever else is sent is not read; asking for the file then answers 415.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    register(endpointRoutes(scope, serving), scope);
  });
}

/** The first file of a form that is nothing else; what follows it is not read. */
export async function receiveFile(request: FastifyRequest, form: UploadForm): Promise<Buffer> {
  const file = await readOrRefuse(form, async () => {
    const first = await request.file();
    const bytes = await first?.toBuffer();
    return first?.fieldname === form.field ? bytes : undefined;
  });
  if (file === undefined) throw form.missing();
  return file;
}

/** The files in memory, and the other fields by their schema. Refuses what the schema refuses, and a form without a file. */
export async function receiveForm<Fields extends $ZodType>(
  request: FastifyRequest,
  form: UploadForm,
  schema: Fields & { shape: object },
): Promise<{ files: [ReceivedFile, ...ReceivedFile[]]; fields: output<Fields> }> {
  const files: ReceivedFile[] = [];
  const sent: Record<string, unknown> = {};
  await readOrRefuse(form, async () => {
    for await (const part of request.parts()) {
      if (part.type === "field") {
        if (Object.hasOwn(schema.shape, part.fieldname)) sent[part.fieldname] = part.value;
      } else {
        // A file of another name is read as well, or the next part is never reached.
        const bytes = await part.toBuffer();
        if (part.fieldname === form.field && bytes.length > 0)
          files.push({ bytes, fileName: plainName(part.filename) });
      }
    }
  });
  const fields = readInput(schema, sent) as output<Fields>;
  const [first, ...others] = files;
  if (first === undefined) throw form.missing();
  return { files: [first, ...others], fields };
}

async function readOrRefuse<Read>(
  { bytesMax, missing }: UploadForm,
  read: () => Promise<Read>,
): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    // Too large, not multipart, cut short: those have codes. A body that is broken inside has none.
    if (error instanceof Error && "code" in error && String(error.code).startsWith("FST_"))
      throw whyUnread(error, bytesMax);
    throw missing();
  }
}

/** As it is listed, and sent back in a header; may be empty. */
function plainName(sent: string | undefined): string {
  const last = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  return last
    .normalize("NFKC")
    .replaceAll(/[\p{C}"\\]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(-120);
}
