// Those who ask while others are being answered are answered together.

type Waiting<Request, Answer> = {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
};

export type BatchLimits = {
  /** How many are answered together at most. */
  most: number;
  /** How many groups are answered side by side at most; a second one only when it is full. */
  atOnce: number;
  /** Whoever takes longer, as on a connection that has gone silent, holds up nobody after it. */
  patienceMs?: number;
};

const PATIENCE_MS = 1_000;

/**
 * Gives a function that asks one thing; `answerAll` is given all that wait and answers in their order. When it throws,
 * all whom it was to answer hear of it.
 */
export function batch<Request, Answer>(
  answerAll: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  { most, atOnce, patienceMs = PATIENCE_MS }: BatchLimits,
): (request: Request) => Promise<Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  let running = 0;
  let isDue = false;

  const mayGo = () =>
    waiting.length > 0 && (running === 0 || (running < atOnce && waiting.length >= most));

  const answerWaiting = () => {
    isDue = false;
    while (mayGo()) void answer(waiting.splice(0, most));
  };

  const answer = async (group: readonly Waiting<Request, Answer>[]) => {
    running++;
    let isHolding = true;
    const letOthersGo = () => {
      if (!isHolding) return;
      isHolding = false;
      running--;
      answerWaiting();
    };
    const patience = setTimeout(letOthersGo, patienceMs);
    try {
      const answers = await answerAll(group.map(({ request }) => request));
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
    clearTimeout(patience);
    letOthersGo();
  };

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      if (isDue) return;
      isDue = true;
      // What arrives in the same turn of the event loop goes along.
      setImmediate(answerWaiting);
    });
}
