// Those who ask while others are being answered are answered together.

type Waiting<Ask, Answer> = {
  ask: Ask;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
};

/**
 * Gives a function that asks one thing; `answerAll` is given all that wait, at most `most` at a time, and answers in
 * their order. It runs at most `atOnce` times side by side. When it throws, all whom it was to answer hear of it.
 */
export function gather<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { most, atOnce }: { most: number; atOnce: number },
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let running = 0;

  const run = async () => {
    // What arrives in the same turn of the event loop goes along.
    await new Promise((resolve) => setImmediate(resolve));
    for (let next = waiting.splice(0, most); next.length > 0; next = waiting.splice(0, most)) {
      try {
        const answers = await answerAll(next.map(({ ask }) => ask));
        for (const [index, { resolve }] of next.entries()) resolve(answers[index] as Answer);
      } catch (error) {
        for (const { reject } of next) reject(error);
      }
    }
    running--;
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      // Few wait for those before them: together they take less than side by side.
      if (running === atOnce || (running > 0 && waiting.length < most)) return;
      running++;
      void run();
    });
}
