// `npm run check:html`: the prerendered pages are valid HTML, as html-validate's recommended rules see it.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { HtmlValidate } from "html-validate";
import { ensureBuilt } from "./build.mjs";
import { failure, refuseArguments, root } from "./process.mjs";

refuseArguments();
await ensureBuilt();
const folder = join(root, "dist/web");
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
if (pages.length < 4) throw failure("The build has fewer pages than languages and programs.");
const validator = new HtmlValidate({ extends: ["html-validate:recommended"] });
let faults = 0;
for (const page of pages) {
  const { results } = await validator.validateFile(join(folder, page));
  for (const { messages } of results)
    for (const { line, column, ruleId, message } of messages) {
      console.error(`${page}:${line}:${column} ${message} (${ruleId})`);
      faults += 1;
    }
}
console.log(`${pages.length} pages, ${faults} faults.`);
process.exitCode = faults === 0 ? 0 : 1;
