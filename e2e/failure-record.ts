// A journey that fails prints what stood on its pages and what its servers printed, and leaves pictures.
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { describeOpen } from "./what-is-open.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const folder = await mkdtemp(join(tmpdir(), "akiba-failed-"));
  let count = 0;
  const record = await describeOpen(async (page) => {
    const path = join(folder, `${++count}.png`);
    await page.screenshot({ path, timeout: 10_000 });
    return path;
  });
  console.log(`What stood there when "${task.name}" failed:\n${record}`);
});
