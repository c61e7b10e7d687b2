// Files that take far more to read than they seem to: their processes end by the system's limits, and nobody waits.
import type { Tokens } from "../load.ts";
import type { Figure } from "../results.ts";
import type { ServerProcess } from "../server-process.ts";
import { expectStatus, upload } from "./uploads.ts";
import { memoryMeanwhile, waitedMeanwhile, watched } from "./watching.ts";

const PREVIEW = "/api/statements/preview/";
const REHEARSE = "/api/opening/rehearse/";
const files: Record<string, { path: string; content: string }> = {
  "10 MB of commas": { path: PREVIEW, content: ",".repeat(10_000_000) },
  "10 MB of empty rows": { path: PREVIEW, content: "\n".repeat(10_000_000) },
  "5 MB of rows of commas": { path: REHEARSE, content: ",,,\n".repeat(1_250_000) },
};

export async function measureHostileUploads(scene: {
  server: ServerProcess;
  tokens: Tokens;
}): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [what, { path, content }] of Object.entries(files)) {
    const watch = await watched(scene, () =>
      upload(scene.server.url + path, {
        token: scene.tokens.treasurer,
        files: { "book.csv": content },
        fields: path === PREVIEW ? {} : { date: "2024-12-31" },
      }),
    );
    expectStatus(watch.result, 400);
    figures.push(
      waitedMeanwhile(`${what} are read`, watch),
      ...memoryMeanwhile(what, watch, { readerMb: 512, grewMb: 256 }),
    );
  }
  return figures;
}
