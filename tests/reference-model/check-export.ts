// The exported journal, checked by the two programs that read it.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { may } from "./rights.ts";
import type { World } from "./world.ts";

const run = promisify(execFile);
const checks = [
  {
    format: "hledger",
    program: "hledger",
    args: (file: string) => ["-f", file, "check", "--strict", "ordereddates"],
  },
  { format: "beancount", program: "bean-check", args: (file: string) => [file] },
];

/** Throws what a program has against the export; gives the programs that were not there to ask. */
export async function checkExport(world: World): Promise<string[]> {
  const missing: string[] = [];
  const folder = await mkdtemp(join(tmpdir(), "akiba-model-"));
  try {
    for (const { format, program, args } of checks) {
      if (!(await isInstalled(program))) missing.push(program);
      else {
        const file = join(folder, `books.${format}`);
        await writeFile(file, await exported(world, format));
        await run(program, args(file), { env: { ...process.env, LC_ALL: "C.UTF-8" } });
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  return missing;
}

async function exported({ call, model }: World, format: string): Promise<string> {
  const person = model.people.find((each) => may(each, "be an official"))!;
  const answer = await call({
    by: { person, signedIn: true },
    method: "GET",
    path: `/api/accounting/export/?format=${format}`,
    expected: { status: 200, check: () => {} },
    exact: true,
  });
  return answer.body;
}

const isInstalled = (program: string): Promise<boolean> =>
  run(program, ["--version"]).then(
    () => true,
    () => false,
  );
