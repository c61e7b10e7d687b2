// Bundles what Node runs; most packages stay in node_modules. The mode says what:
// - `server`, the default: every file of server/commands into dist/server/<name>.js, demo/command.ts into
//   dist/server/demo.js, and every file of server/workers into dist/server/workers/<name>.js;
// - `archive`: the program that PostgreSQL runs to archive its log, into dist/archive;
// - `bench`: the benchmark, into dist/bench.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type UserConfig } from "vite";

/** Packages of many files: bundled too, they make a start cost a third less of a processor. */
const ofManyFiles = [
  "kysely",
  "zod",
  "use-intl",
  "age-encryption",
  /^@noble\//,
  "rate-limiter-flexible",
  "pino-pretty",
];

export default defineConfig(({ mode }) => {
  if (mode === "archive") return archive;
  return mode === "bench" ? bench : server;
});

const server = bundle("dist/server", true, {
  input: {
    ...entriesOf("server/commands/", ""),
    ...entriesOf("server/workers/", "workers/"),
    demo: path("demo/command.ts"),
  },
  output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
});

// A single file with the packages that it needs, because it is copied to where the account of PostgreSQL can read it.
const archive = bundle(
  "dist/archive",
  false,
  {
    input: path("server/programs/store-segment.ts"),
    output: { entryFileNames: "[name].mjs", codeSplitting: false },
  },
  true,
);

const bench = bundle("dist/bench", true, { input: { main: path("bench/main.ts") } });

function bundle(
  outDir: string,
  sourcemap: boolean,
  rolldownOptions: NonNullable<UserConfig["build"]>["rolldownOptions"],
  packages: true | (string | RegExp)[] = ofManyFiles,
): UserConfig {
  return {
    publicDir: false,
    ssr: { noExternal: packages },
    plugins: [filesBesideTheirReader()],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: "node20",
      minify: false,
      sourcemap,
      rolldownOptions,
    },
  };
}

/** The files of a folder, each under the name of its built file. */
function entriesOf(folder: string, prefix: string): Record<string, string> {
  const files = readdirSync(path(folder)).filter(
    (file) => file.endsWith(".ts") && !file.endsWith(".test.ts"),
  );
  return Object.fromEntries(
    files.map((file) => [prefix + basename(file, ".ts"), path(folder + file)]),
  );
}

/** Copies the files that a module reads from its own folder at run time beside the chunk that contains the module. */
function filesBesideTheirReader(): Plugin {
  const statements = ["migrations", "functions"].flatMap((folder) =>
    readdirSync(path(`server/db/${folder}`))
      .filter((name) => name.endsWith(".sql"))
      .map((name) => `${folder}/${name}`),
  );
  const read = new Map([
    [path("server/db/migrate.ts"), statements],
    [path("server/platform/common-passwords.ts"), ["common-passwords.txt"]],
  ]);
  return {
    name: "files-beside-their-reader",
    buildStart() {
      for (const [module, files] of read)
        for (const file of files) this.addWatchFile(join(dirname(module), file));
    },
    generateBundle(_options, built) {
      for (const chunk of Object.values(built)) {
        if (chunk.type !== "chunk") continue;
        for (const module of chunk.moduleIds)
          for (const file of read.get(module) ?? [])
            this.emitFile({
              type: "asset",
              fileName: join(dirname(chunk.fileName), file),
              source: readFileSync(join(dirname(module), file)),
            });
      }
    },
  };
}

function path(inClone: string): string {
  return fileURLToPath(new URL(inClone, import.meta.url));
}
