// `npm run check:tests`: what makes a test say another thing on another day or machine. A field is filled right after a
// dialog was closed, while the focus is still on its way back; a test reads a stopwatch or the memory, sleeps, or waits
// by a limit of its own (docs/tests.md).
import { fileURLToPath } from "node:url";
import { readTracked, refuseArguments } from "./process.mjs";

const CLOSES = /press\("Escape"\)|name: "Close" \}\)[^;]*\.click\(\)/;
const TYPES = /\.(?:fill|press|pressSequentially|clear|type)\(/;

/** Each with what to do instead. */
const REFUSED = [
  {
    pattern: /\bperformance\.now\(|\bprocess\.hrtime\b|\bDate\.now\(\) - [a-z]/,
    // It measures that a request waits at all; no load makes that shorter.
    except: "server/db/primary.test.ts",
    fault: "reads a stopwatch; prove the order of events, or measure in bench",
  },
  {
    pattern: /\bprocess\.(?:memoryUsage|cpuUsage|resourceUsage)\b|\bVmRSS\b/,
    fault: "reads the memory or the processor time; bench measures them",
  },
  {
    pattern: /\bwaitForTimeout\(|\bsleep\(|\bsetTimeout\(resolve\b/,
    fault: "sleeps; wait for the state",
    isDelay: true,
  },
  {
    pattern: /\btimeout: ?[\d_]+|^\s*\}, ?[\d_]{4,}\);/,
    fault: "waits by a limit of its own; tests/support/patience.ts has it",
  },
];

/** A slow network is made of answers that come late. */
const delays = (/** @type {string[]} */ before) => before.some((line) => line.includes(".route("));

/** Faults are injected under load, and what they measure is how long the product takes. */
const isSteady = (/** @type {string} */ path) =>
  /\.(?:test\.tsx?|test\.mjs|spec\.ts)$/.test(path) &&
  !/^(?:tests\/faults|scripts\/check-tests)/.test(path);

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

/**
 * @param {{ path: string, text: string }[]} files
 * @returns {string[]} where a test measures, sleeps, or waits by a limit of its own
 */
export function findStopwatches(files) {
  return files
    .filter(({ path }) => isSteady(path))
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index, lines) =>
        REFUSED.filter(({ pattern, except }) => path !== except && pattern.test(line))
          .filter(({ isDelay }) => !isDelay || !delays(lines.slice(index - 3, index)))
          .map(({ fault }) => `${path}:${index + 1}: ${fault}`),
      ),
    );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  refuseArguments();
  const files = readTracked(/\.(?:tsx?|mjs)$/);
  const faults = [...findHastyTyping(files), ...findStopwatches(files)];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
