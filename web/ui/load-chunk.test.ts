import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadChunk } from "./load-chunk.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<never>(() => undefined);

test("a part that does not come is given up after 120 seconds, and named (SCR-11)", async () => {
  const outcome = loadChunk("loans", never).catch((error: Error) => error.message);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(await Promise.race([outcome, Promise.resolve("still waited for")])).toBe(
    "still waited for",
  );
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toBe("Loading chunk loans failed");
});

test("a part that fails is named with its cause", async () => {
  const cause = new TypeError("Failed to fetch");
  const error = await loadChunk("home", () => Promise.reject(cause)).catch(
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ message: "Loading chunk home failed", cause });
});

test("a part that comes in time is given, and nothing is waited for any more", async () => {
  expect(await loadChunk("home", () => Promise.resolve("part"))).toBe("part");
  expect(vi.getTimerCount()).toBe(0);
});
