// `npm run check:tests`: what makes a test say another thing on another day or machine. A field is filled right after a
// dialog was closed, while the focus is still on its way back.
import { fileURLToPath } from "node:url";
import { readTracked, refuseArguments } from "./process.mjs";

const CLOSES = /press\("Escape"\)|name: "Close" \}\)[^;]*\.click\(\)/;
const TYPES = /\.(?:fill|press|pressSequentially|clear|type)\(/;

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} where a journey types right after it closed a dialog
 */
export function findHastyTyping(files) {
  return files
    .filter(({ path }) => /^e2e\/.*\.spec\.ts$/.test(path))
    .flatMap(({ path, text }) => {
      const lines = text.split("\n");
      return lines.flatMap((line, index) =>
        CLOSES.test(line) && lines.slice(index + 1, index + 4).some((next) => TYPES.test(next))
          ? [`${path}:${index + 1}: types before the focus is back; closeDialog waits for it`]
          : [],
      );
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const faults = findHastyTyping(readTracked(/\.ts$/));
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
