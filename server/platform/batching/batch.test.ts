import { describe, expect, test } from "vitest";
import { batch } from "./batch.ts";

/** Answers when the test lets it, and records its calls. */
function heldAnswers() {
  const requested: number[][] = [];
  const open: (() => void)[] = [];
  const answerAll = async (requests: readonly number[]) => {
    requested.push([...requests]);
    await new Promise<void>((resolve) => open.push(resolve));
    if (requests.includes(13)) throw new Error("unlucky");
    return requests.map((send) => send * 10);
  };
  const answerNext = async () => {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()?.();
  };
  return { requested, answerAll, answerNext };
}

const isUndone = (error: unknown) => error instanceof Error && error.message === "unlucky";

describe("requests that are batched", () => {
  test("go together when they come together, and each gets its own answer", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 4, atOnce: 1 });
    const answers = Promise.all([send(1), send(2), send(3)]);
    await answerNext();
    expect(await answers).toEqual([10, 20, 30]);
    expect(requested).toEqual([[1, 2, 3]]);
  });

  test("wait for those before them, and are then answered together, so many at a time", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 2, atOnce: 1 });
    const first = send(1);
    await expect.poll(() => requested.length).toBe(1);
    const others = Promise.all([send(2), send(3), send(4)]);
    await answerNext();
    expect(await first).toBe(10);
    await answerNext();
    await answerNext();
    expect(await others).toEqual([20, 30, 40]);
    expect(requested).toEqual([[1], [2, 3], [4]]);
  });

  test("go beside those before them as soon as enough of them wait", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 2, atOnce: 2 });
    const first = send(1);
    await expect.poll(() => requested.length).toBe(1);
    const others = Promise.all([send(2), send(3)]);
    await expect.poll(() => requested).toEqual([[1], [2, 3]]);
    await answerNext();
    await answerNext();
    expect([await first, ...(await others)]).toEqual([10, 20, 30]);
  });

  test("fail together, and those after them are answered", async () => {
    const { answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 2, atOnce: 1 });
    const failing = Promise.allSettled([send(1), send(13)]);
    const after = send(4);
    await answerNext();
    await answerNext();
    expect((await failing).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await after).toBe(40);
  });

  test("do not wait for those before them for ever", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 2, atOnce: 1, patienceMs: 20 });
    const silent = send(1);
    await expect.poll(() => requested.length).toBe(1);
    const after = send(2);
    await expect.poll(() => requested).toEqual([[1], [2]]);
    await answerNext();
    await answerNext();
    expect([await silent, await after]).toEqual([10, 20]);
  });

  test("are answered alone when a batch of several fails and nothing of it was done", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 3, atOnce: 1, isUndone });
    const answers = Promise.allSettled([send(1), send(13), send(2)]);
    for (let call = 0; call < 4; call++) await answerNext();
    expect(await answers).toMatchObject([
      { value: 10 },
      { reason: { message: "unlucky" } },
      { value: 20 },
    ]);
    expect(requested).toEqual([[1, 13, 2], [1], [13], [2]]);
  });

  test("about the same thing are never in one batch", async () => {
    const { requested, answerAll, answerNext } = heldAnswers();
    const send = batch(answerAll, { most: 3, atOnce: 1, keyOf: (request) => request % 10 });
    const answers = Promise.all([send(1), send(11), send(2)]);
    await expect.poll(() => requested).toEqual([[11], [1, 2]]);
    await answerNext();
    await answerNext();
    expect(await answers).toEqual([10, 110, 20]);
    const again = send(21);
    await answerNext();
    expect(await again).toBe(210);
  });
});
