// `npm run check:openapi`: the API's document follows the recommended rules of Redocly's linter.
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { runnerImport } from "vite";
import { refuseArguments, root } from "./process.mjs";

refuseArguments();
const { module } = await runnerImport(`${root}/server/features/api-docs/api-document.ts`);
const config = await createConfig({
  extends: ["recommended"],
  rules: {
    // The specification's addresses end in a slash, and one has an ampersand.
    "no-path-trailing-slash": "off",
    // An id is a number, so no word is mistaken for one: /opening/answers/{id}/ beside /opening/{id}/accept/.
    "no-ambiguous-paths": "off",
  },
});
const problems = await lintFromString({ source: JSON.stringify(module.describeApi()), config });
for (const { severity, ruleId, message, location } of problems)
  console.error(`${severity} ${location[0]?.pointer ?? ""} ${message} (${ruleId})`);
console.log(`${problems.length} faults.`);
process.exitCode = problems.length === 0 ? 0 : 1;
