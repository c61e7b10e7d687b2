import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compiledMessages, pagesInDevelopment, reactByName } from "./vite.web.plugins.ts";

const web = fileURLToPath(new URL("./web", import.meta.url));
const appEntry = `${web}/main.tsx`;
const idlePart = `${web}/later.ts`;
const island = `${web}/landing/island.tsx`;

/** The web application: the landing page and the single page application, each with its own HTML. */
export default defineConfig({
  root: web,
  appType: "mpa",
  plugins: [react(), tailwindcss(), compiledMessages(), reactByName(), pagesInDevelopment()],
  build: {
    outDir: "../dist/web",
    emptyOutDir: true,
    target: "es2022",
    manifest: true,
    modulePreload: {
      polyfill: false,
      // A page names everything that it begins with. The routes need not name again what the application has from its
      // start.
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
        // Few files, because each costs a phone a round trip. React has its own file: the landing page's island and the
        // dashboard share it from the cache.
        codeSplitting: {
          groups: [
            // What the landing page's own script and the dashboard's first view use must not pull in the rest.
            {
              name: "light",
              test: /\/web\/(ui\/(clock|load-chunk|toast|theme|figure-length)|messages\/words|app\/first-view\/(show|figures)|features\/home\/account-value|api\/(session-token|stored\/(first-answers|owner|device-store)))\.ts|\/domain\/(language|money|nairobi-time|assert|field-fault|members\/password-form|ledger\/share-given|payments\/pay-to)\.ts|\/contract\/addresses\/(group|members|reports)\.ts|node_modules\/idb\/|vite\/preload-helper/,
              priority: 5,
            },
            {
              // Of our own files, what home begins with and sign-in does not need is in "app".
              name: (id, graph) =>
                id.includes("/web/") &&
                beginning(appEntry, graph).has(id) &&
                !beginning(island, graph).has(id)
                  ? null
                  : "react",
              debugName: "react",
              // The excluded modules arrive elsewhere: the stored answers after the first paint, forms and QR codes with what
              // opens them, links with the router, and the books' tables with the books.
              test: /^\0named:|node_modules\/(react|react-dom|scheduler|use-sync-external-store|lucide-react|@radix-ui|radix-ui)\/|\/web\/(ui|api)\/(?!stored|schemas|use-form|reason-|resolution-field|receipt-link|debit-credit-table|disclosure|qr-code|reading-question)/,
              minShareCount: 2,
              priority: 4,
            },
            // Everything else that all pages of the application begin with, home included, and what web/later.ts shares
            // with other pages. The list of all icons begins with each of them, so an icon stays with the page that shows it.
            {
              name: (id, graph) =>
                id === appEntry ||
                (beginning(appEntry, graph).has(id) && !/\/lucide-react\/.*\/icons\//.test(id)) ||
                (/\/(contract|domain)\/|\/stored\/(correction|meeting-acts)\./.test(id) &&
                  beginning(idlePart, graph).has(id))
                  ? "app"
                  : null,
              debugName: "app",
              priority: 2,
            },
            // What checks forms. No page needs it before a form is opened.
            {
              name: "schemas",
              test: /node_modules\/zod\/|\/web\/api\/schemas\/jitless\.ts|\/contract\/([a-z]+-fields|fields|people)\.ts/,
              minShareCount: 2,
            },
            // Rules that refuse, with the table of all refusals, and addresses that only officials call: only pages of
            // officials read them.
            {
              name: "rules",
              test: /\/domain\/(refusals?|approvals\/(two-officials|both-offices)|ledger\/(reversible|journal-entry)|members\/(member-status|office-proposal|leaving)|meetings\/[a-z-]+|statements\/period)\.ts|\/contract\/addresses\/(approvals|statements|statement-lines)\.ts/,
              priority: 1,
            },
            // Small parts that a member's forms and lists share.
            {
              name: "paying",
              test: /\/web\/(pages\/dashboard\/(pay-now|where-to-pay)|features\/transactions\/(withdraw-on-demand|period-filter))\.tsx|\/web\/ui\/receipt-link\.tsx/,
              minShareCount: 2,
              priority: 1,
            },
            // What the other pages of the application share of the contract and of packages. Addresses that only pages
            // beside the stored ones call are left to those.
            {
              name: "contract",
              test: /node_modules\/(@tanstack|use-intl|intl-messageformat|@formatjs)\/|\/(contract|domain)\/(?!proofs\b|ledger-entry\b|addresses\/(lending|loan-changes|loan-portfolio|distributions|rotations|mpesa-payouts)\.)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});

type Graph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };

/** Everything that must arrive before an entry runs: its static imports, and theirs. */
function beginning(entry: string, graph: Graph, found = new Set<string>()): Set<string> {
  for (const id of graph.getModuleInfo(entry)?.importedIds ?? []) {
    if (found.has(id)) continue;
    found.add(id);
    beginning(id, graph, found);
  }
  return found;
}
