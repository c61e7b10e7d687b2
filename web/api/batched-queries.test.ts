import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { renewAfterChange } from "./batched-queries.ts";

/** A query on screen whose answers come when `answer` is called. */
function shown() {
  const queries = new QueryClient();
  const answers: ((value: string) => void)[] = [];
  const observer = new QueryObserver<string>(queries, {
    queryKey: ["accounts"],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const end = observer.subscribe(() => undefined);
  return {
    queries,
    answers,
    end,
    answer: () => observer.getCurrentResult().data,
  };
}

test("a change replaces an answer that is on screen", async () => {
  const { queries, answers, answer, end } = shown();
  answers[0]?.("before");
  await expect.poll(answer).toBe("before");
  renewAfterChange(queries);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("after");
  await expect.poll(answer).toBe("after");
  end();
});

test("a first answer that was on its way at a change is asked for once more", async () => {
  const { queries, answers, answer, end } = shown();
  renewAfterChange(queries);
  expect(answers).toHaveLength(1);
  answers[0]?.("before");
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.("after");
  await expect.poll(answer).toBe("after");
  expect(answers).toHaveLength(2);
  end();
});
