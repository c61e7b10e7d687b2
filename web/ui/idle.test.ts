import { afterEach, expect, it, vi } from "vitest";
import { yieldTask } from "./idle.ts";

afterEach(() => {
  vi.useRealTimers();
});

it("goes on in the order asked, each time in a task of its own, where timers stand still", async () => {
  vi.useFakeTimers();
  const seen: string[] = [];
  const go = async (name: string) => {
    await yieldTask();
    seen.push(name);
    // A promise's continuation runs in the same task.
    await Promise.resolve();
    seen.push(`after ${name}`);
  };
  await Promise.all([go("first"), go("second"), go("third")]);
  expect(seen).toEqual(["first", "after first", "second", "after second", "third", "after third"]);
});
