// Runs steps on two connections, each step as soon as those it needs are done.
import type { Client } from "pg";

export type Step = {
  name: string;
  /** The steps that are to be done before; those that are not there count as done. */
  after: readonly string[];
  run(client: Client): Promise<void>;
};

/** Of the steps that can be done, the first one is. Says how many seconds each took. */
export async function runSteps(
  clients: readonly Client[],
  steps: readonly Step[],
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const waiting = new Set(steps);
  const undone = new Set(steps.map(({ name }) => name));
  const idle = [...clients];
  const running = new Set<Promise<void>>();
  const next = () => [...waiting].find(({ after }) => !after.some((name) => undone.has(name)));
  const start = async (step: Step, client: Client) => {
    const startedAt = performance.now();
    await step.run(client);
    say(`  ${step.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
    undone.delete(step.name);
    idle.push(client);
  };
  while (undone.size > 0) {
    for (let step = next(); step !== undefined && idle.length > 0; step = next()) {
      waiting.delete(step);
      const client = idle.pop();
      if (client === undefined) break;
      const work = start(step, client).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size === 0) throw new Error("The steps that are left wait for one another.");
    await Promise.race(running);
  }
}
