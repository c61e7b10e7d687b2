import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import compile from "icu-minify/compile";
import { defineConfig, runnerImport, type Plugin } from "vite";
import { readLanguage } from "./domain/language.ts";

const web = fileURLToPath(new URL("./web", import.meta.url));
const appEntry = `${web}/main.tsx`;
const idlePart = `${web}/app/later.ts`;
const idleParts = [
  idlePart,
  `${web}/api/stored/answers.ts`,
  `${web}/api/stored/leave.ts`,
  `${web}/api/stored/outbox.ts`,
  `${web}/features/history/history-charts.tsx`,
];

/** The web application: the landing page and the single page application, each with its own HTML. */
export default defineConfig({
  root: web,
  appType: "mpa",
  plugins: [
    react(),
    tailwindcss(),
    endpointsWithoutSchemas(),
    messagesReadAhead(),
    reactAsModules(),
    idlePartsTogether(),
    pagesInDevelopment(),
  ],
  // Messages come read (below), so their reader stays away.
  resolve: {
    alias: [
      { find: /^use-intl\/format-message$/, replacement: "use-intl/format-message/format-only" },
    ],
  },
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A page names all that it begins with; what the application has from its start need not be named again at its routes.
      resolveDependencies: (_file, needed, { hostId, hostType }) =>
        hostType === "html" || hostId.includes("/landing-")
          ? needed
          : needed.filter((each) => !/\/(app|light|react)-[^/]+\.js$/.test(each)),
    },
    // Inlined assets would need `data:` in the content security policy for no gain.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { landing: `${web}/index.html`, app: `${web}/app.html` },
      output: {
        entryFileNames: "static/js/[name]-[hash].js",
        // API-17: script chunks are fetched from static/js/{chunk}.chunk.js.
        chunkFileNames: "static/js/[name]-[hash].chunk.js",
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith(".css"))
            ? "static/css/[name]-[hash][extname]"
            : "static/media/[name]-[hash][extname]",
        // Few files, since each costs a phone a round trip. React alone: the landing page's island and the dashboard
        // share it from the cache.
        codeSplitting: {
          groups: [
            // What the landing page's own script uses must not pull in the rest.
            {
              name: "light",
              test: /\/web\/(ui\/(load-chunk|toast|theme)|messages\/(words|language))\.ts|\/domain\/(language|theme)\.ts|vite\/preload-helper/,
              priority: 5,
            },
            {
              name: "react",
              // What the device keeps is fetched after the first paint, forms with what opens them, and links with the router.
              test: /^\0named:|node_modules\/(react|react-dom|scheduler|use-sync-external-store|lucide-react|@radix-ui|radix-ui)\/|\/web\/(ui|api)\/(?!stored|schemas|use-form|receipt-link)/,
              minShareCount: 2,
              priority: 4,
            },
            // All else that every page of the application begins with, home included, and what the part for later shares with
            // other pages.
            {
              name: (id, graph) =>
                id === appEntry ||
                beginning(appEntry, graph).has(id) ||
                (/\/(contract|domain)\/|\/stored\/correction\./.test(id) &&
                  beginning(idlePart, graph).has(id))
                  ? "app"
                  : null,
              debugName: "app",
              priority: 2,
            },
            // What forms are checked by. No page needs it before one is opened.
            {
              name: "schemas",
              test: /node_modules\/zod\/|\/web\/api\/schemas\/jitless\.ts|\/contract\/([a-z]+-fields|fields|forms|people)\.ts/,
              minShareCount: 2,
            },
            // What its other pages share of the contract.
            {
              name: "contract",
              test: /node_modules\/(@tanstack|use-intl|intl-messageformat|@formatjs)\/|\/(contract|domain)\/(?!proofs\b|.*-sw\.ts)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** What an entry imports, and what that imports: all that must arrive before it runs. */
function beginning(entry: string, graph: Graph, found = new Set<string>()): Set<string> {
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) {
    if (found.has(id)) continue;
    found.add(id);
    beginning(id, graph, found);
  }
  return found;
}

/**
 * Of an endpoint the web reads method, path and whether it moves money; its schemas are checked by the server. What a form or a
 * file is checked by in the browser too stands in files of the contract without endpoints, and Zod comes with those.
 */
function endpointsWithoutSchemas(): Plugin {
  return {
    name: "akiba:endpoints-without-schemas",
    transform: {
      filter: { id: /\/contract\/[^/]+\.ts$/, code: /= defineEndpoint\(/ },
      async handler(_, id) {
        const { module } = await runnerImport<Record<string, object | string>>(id);
        // Words stay. A schema is no export then, so that naming it fails the build.
        const read = Object.entries(module).filter(
          ([, each]) => typeof each === "string" || "path" in each || Array.isArray(each),
        );
        const lines = read.map(
          ([name, each]) =>
            `export const ${name} = ${JSON.stringify(each, ["method", "path", "movesMoney"])};`,
        );
        return { code: lines.join("\n"), map: null };
      },
    },
  };
}

/**
 * What messages fill in is read while building: on a phone that takes longer than showing them. Sign-in, the interface's own
 * parts and the landing page fill in theirs without use-intl.
 */
function messagesReadAhead(): Plugin {
  return {
    name: "akiba:messages-read-ahead",
    transform: {
      filter: {
        id: /\/messages\/(en|sw)\/(?!(auth|first|landing|office|rest|ui)\.ts)[\w-]+\.ts$/,
      },
      async handler(_, id) {
        const { module } = await runnerImport<Record<string, object | string>>(id);
        const lines = Object.entries(module).map(
          ([name, messages]) => `export const ${name} = ${JSON.stringify(readAhead(messages))};`,
        );
        return { code: lines.join("\n"), map: null };
      },
    },
  };
}

function readAhead(messages: unknown): unknown {
  if (typeof messages === "string") return compile(messages);
  return Object.fromEntries(
    Object.entries(messages as object).map(([key, each]) => [key, readAhead(each)]),
  );
}

/**
 * React comes as CommonJS. Wrapped once, it is imported by name like all else: no file but its own needs the bundler's runtime,
 * which would be a file of its own.
 */
function reactAsModules(): Plugin {
  const mark = "\0named:";
  return {
    name: "akiba:react-as-modules",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^(react|react-dom)(\/(client|jsx-runtime))?$/ },
      handler: (id, importer, { kind }) =>
        kind === "import-statement" && importer?.startsWith(mark) === false ? mark + id : null,
    },
    load: {
      filter: { id: /^\0named:/ },
      handler(marked) {
        const id = marked.slice(mark.length);
        const names = Object.keys(createRequire(import.meta.url)(id) as object);
        return `import whole from "${id}";\nexport default whole;\nexport const { ${names.join(", ")} } = whole;`;
      },
    },
  };
}

/** What every page fetches once it is idle is one file, whichever part of it is asked for first (web/app/later.ts). */
function idlePartsTogether(): Plugin {
  return {
    name: "akiba:resting-parts-together",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /\/(answers|leave|outbox|history-charts)\.tsx?$/ },
      async handler(id, importer, { kind }) {
        if (kind !== "dynamic-import") return null;
        const part = await this.resolve(id, importer, { skipSelf: true });
        return part !== null && idleParts.includes(part.id) ? idlePart : null;
      },
    },
  };
}

/** While developing: the landing page rendered on each request, and app.html for every route of the application. */
function pagesInDevelopment(): Plugin {
  return {
    name: "akiba:pages-in-development",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
        const requested = readLanguage(searchParams.get("language"));
        if (requested !== undefined)
          response.setHeader("Set-Cookie", `language=${requested}; Path=/`);
        if (/^\/(dashboard|sign-up|setup|join|check|user)(\/|$)/.test(pathname))
          request.url = "/app.html";
        next();
      });
    },
    transformIndexHtml: {
      order: "pre",
      async handler(html, { server, originalUrl = "/" }) {
        if (!server) return html;
        const { renderSlots } = await server.ssrLoadModule("/landing/render.tsx");
        const requested = new URL(originalUrl, "http://localhost").searchParams.get("language");
        const slots = renderSlots(readLanguage(requested) ?? "en");
        return html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => slots[name]);
      },
    },
  };
}
