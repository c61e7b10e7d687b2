// `npm run check:advisories`: asks the registry for known advisories. Exit 1 when there are some, 2 when nobody could be asked.
import { validateAdvisories } from "./validate-advisories.mjs";
import { npmCommand, run } from "./process.mjs";

const [npm, first] = npmCommand();
const { output } = await run(npm, [...first, "audit", "--json", "--loglevel=silent"]);
const { exitCode, lines } = validateAdvisories(output);
for (const line of lines) console.log(line);
process.exitCode = exitCode;
