// Runs other programs for the scripts, and returns their exit codes and output.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the clone. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * An error that is reported in one sentence, without a stack.
 * @param {string} message
 */
export function failure(message) {
  return Object.assign(new Error(message), { isForOperator: true });
}

/** For a script without options: ends it with one sentence if anything follows its name. */
export function refuseArguments() {
  const [first] = process.argv.slice(2);
  if (first === undefined) return;
  const name = process.env.npm_lifecycle_event ?? basename(process.argv[1] ?? "");
  console.error(`npm run ${name} takes no options and no words, such as "${first}".`);
  process.exit(1);
}

/** The options of Vitest that its runs here take. */
const ofVitest =
  /^(-t|-u|--testNamePattern|--project|--reporter|--bail|--retry|--maxWorkers|--update)(=|$)/;

/**
 * For a script that passes its arguments on to Vitest: ends it with one sentence if an option is none of those.
 * @param {string[]} args
 */
export function refuseUnknownToVitest(args) {
  const unknown = args.find((each) => each.startsWith("-") && !ofVitest.test(each));
  if (unknown === undefined) return;
  console.error(
    `There is no option ${unknown}: words of a path choose tests, and -t NAME those of a name.`,
  );
  process.exit(1);
}

/**
 * Runs a program to its end, and collects its output. A signal that ends this process also ends the program.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options] show: the program writes to the terminal instead
 * @returns {Promise<{ code: number, output: string }>} code 0 is success
 */
export function run(command, args, { show = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import("node:child_process").SpawnOptions} */
    const options = {
      cwd: root,
      env,
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
      shell: needsShell(command),
    };
    const child = spawn(command, args, options);
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    const forget = endWithThisProcess(child);
    child.once("error", (error) => {
      forget();
      reject(error);
    });
    child.once("close", (code, signal) => {
      forget();
      resolve({ code: signal ? 1 : (code ?? 1), output });
    });
  });
}

/**
 * The program and first arguments of npm: the npm that runs this script, or the one on the PATH.
 * @returns {[string, string[]]}
 */
export function npmCommand() {
  const path = process.env.npm_execpath;
  if (path && basename(path) === "npm-cli.js") return [process.execPath, [path]];
  return [process.platform === "win32" ? "npm.cmd" : "npm", []];
}

/**
 * Runs a program of a package in node_modules with this Node.
 * @param {string} path for example "vite/bin/vite.js"
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
export function runPackage(path, args, options) {
  return run(process.execPath, [`${root}/node_modules/${path}`, ...args], options);
}

/**
 * The files that git tracks or would add, with their texts.
 * @param {RegExp} named
 * @returns {{ path: string, text: string }[]}
 */
export function readTracked(named) {
  const listed = ["ls-files", "-co", "--exclude-standard"];
  return execFileSync("git", listed, { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((path) => named.test(path) && existsSync(join(root, path)))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** @param {import("node:child_process").ChildProcess} child */
function endWithThisProcess(child) {
  const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]);
  const stop = (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of signals) process.once(signal, stop);
  return () => {
    for (const signal of signals) process.off(signal, stop);
  };
}

/** @param {string} command */
function needsShell(command) {
  return process.platform === "win32" && command.endsWith(".cmd");
}
