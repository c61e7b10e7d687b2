// npm run host -- create|list|show: what an operator does with the groups of a host.
import { parseArgs } from "node:util";
import { createGroup } from "#server/host/create-group.ts";
import { readHostConfig } from "#server/host/host-config.ts";
import { openHost, type Host } from "#server/host/host.ts";
import { listGroups, showGroup, type GroupView } from "#server/host/list-groups.ts";
import { OperatorError, readOptions, runCommand, UsageError } from "#server/platform/command.ts";

const USAGE = `Usage: npm run host -- create NAME --title "Our group" [--founder name@example.com]
       npm run host -- list [--json]
       npm run host -- show NAME [--json]`;

const options = {
  title: { type: "string" },
  founder: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

type Values = { title?: string | undefined; founder?: string | undefined; json: boolean };

const acts: Record<string, (host: Host, name: string, values: Values) => Promise<void>> = {
  create: async (host, name, { title, founder }) => {
    if (title === undefined) throw new UsageError(USAGE);
    const made = await createGroup(host, {
      name,
      title,
      founder: founder ?? null,
      now: new Date(),
    });
    console.log(`${title} is at ${made.url}`);
    if (made.setupLink !== null) console.log(`Set up the group: ${made.setupLink}`);
  },
  list: async (host, _name, { json }) => {
    const groups = await listGroups(host);
    if (json) return console.log(JSON.stringify(groups, null, 2));
    for (const group of groups) console.log(lineOf(group));
    return console.log(groups.length === 1 ? "1 group." : `${groups.length} groups.`);
  },
  show: async (host, name, { json }) => {
    const group = await showGroup(host, name);
    if (group === null) throw new OperatorError(`There is no group with the name "${name}".`);
    if (json) return console.log(JSON.stringify(group, null, 2));
    for (const [key, value] of Object.entries(group))
      console.log(`${key.padEnd(16)} ${String(value ?? "-")}`);
  },
};

const named = new Set(["create", "show"]);

const lineOf = ({ name, state, url, title, failing }: GroupView) =>
  `${name.padEnd(30)} ${state.padEnd(9)} ${url}  ${title}${failing === null ? "" : `  (${failing})`}`;

await runCommand(async () => {
  const { values, positionals } = readOptions(USAGE, () =>
    parseArgs({ options, allowPositionals: true }),
  );
  const [what = "", name, ...more] = positionals;
  const act = acts[what];
  if (act === undefined || more.length > 0 || named.has(what) !== (name !== undefined))
    throw new UsageError(USAGE);
  const host = await openHost(readHostConfig(process.env));
  try {
    await act(host, name ?? "", values);
  } finally {
    await host.close();
  }
});
