// Where the web's build changes its sources, and what each change saves (in KiB of brotli,
// docs/decisions/014-first-views.md); and the pages of `npm run dev`.
import { createRequire } from "node:module";
import compile from "icu-minify/compile";
import { runnerImport, type Plugin } from "vite";
import { readLanguage } from "./domain/language.ts";

/**
 * use-intl's own compiler reads the format of the messages at build time, so that the browser needs no parser; use-intl
 * has a plugin for it, but only for Next.js. Without this plugin, home takes 168 KiB instead of 160, sign-in 129
 * instead of 122, and what is stored for opening without a network 261 instead of 249.
 */
export function compiledMessages(): Plugin {
  return {
    name: "akiba:compiled-messages",
    // The excluded texts are those of sign-in, web/ui and the landing page, which fill them in without use-intl.
    transform: {
      filter: { id: /\/messages\/\w+\/(web\/(?!(first|landing)\.ts))?[\w-]+\.ts$/ },
      async handler(_, id) {
        const { module, dependencies } = await runnerImport<Record<string, object | string>>(id);
        // The values that a file imports are written into it.
        for (const each of dependencies) this.addWatchFile(each);
        return asModule(Object.entries(module), (each) => JSON.stringify(compileAll(each)));
      },
    },
    config: () => ({
      resolve: {
        alias: [
          {
            find: /^use-intl\/format-message$/,
            replacement: "use-intl/format-message/format-only",
          },
        ],
      },
    }),
  };
}

function compileAll(messages: unknown): unknown {
  if (typeof messages === "string") return compile(messages);
  return Object.fromEntries(
    Object.entries(messages as object).map(([key, each]) => [key, compileAll(each)]),
  );
}

function asModule<Value>(exported: [string, Value][], write: (value: Value) => string) {
  const lines = exported.map(([name, value]) => `export const ${name} = ${write(value)};`);
  return { code: lines.join("\n"), map: null };
}

/**
 * React is published as CommonJS. This plugin wraps it once, and every file imports it by name, as it imports other
 * modules. Without it every file needs the bundler's runtime, which is a separate file as long as modules use top-level
 * await: home and sign-in make one request more, and 1 KiB more is stored for opening without a network.
 */
export function reactByName(): Plugin {
  const mark = "\0named:";
  return {
    name: "akiba:react-by-name",
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

/** In development: renders the landing page on each request, and serves app.html for every route of the application. */
export function pagesInDevelopment(): Plugin {
  return {
    name: "akiba:pages-in-development",
    apply: "serve",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
        const requested = readLanguage(searchParams.get("language"));
        if (requested !== undefined)
          response.setHeader("Set-Cookie", `language=${requested}; Path=/`);
        if (/^\/(dashboard|sign-up|setup|join|check|user|auditor)(\/|$)/.test(pathname))
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
