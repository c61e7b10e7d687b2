// Those who ask while others are being answered are answered together (README.md).

export type BatchLimits<Request> = {
  /** How many are answered together at most. */
  most: number;
  /** How many batches are answered side by side at most; a second one only when it is full. */
  atOnce: number;
  /** Whoever takes longer, as on a connection that has gone silent, holds up nobody after it. */
  patienceMs?: number;
  /** What a batch has once: whoever asks about the same while it is under way is answered alone. */
  keyOf?: (request: Request) => unknown;
  /** Whether a failure left nothing done: then a batch of several is taken apart, and each is answered alone. */
  isUndone?: (error: unknown) => boolean;
};

const PATIENCE_MS = 1_000;

/**
 * Gives a function that asks one thing; `answerAll` is given all that wait, often a single one, and answers in their order.
 * When it throws, all whom it was to answer hear of it, unless nothing was done.
 */
export function batch<Request, Answer>(
  answerAll: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  limits: BatchLimits<Request>,
): (request: Request) => Promise<Answer> {
  const { keyOf, isUndone = () => false } = limits;
  const answerAlone = async (request: Request): Promise<Answer> => {
    const answers = await answerAll([request]);
    return answers[0] as Answer;
  };
  const answerTogether = inBatches<Request, Answer | typeof ALONE>(async (requests) => {
    try {
      return await answerAll(requests);
    } catch (error) {
      if (requests.length === 1 || !isUndone(error)) throw error;
      return requests.map(() => ALONE);
    }
  }, limits);
  const underWay = new Set<unknown>();
  return async (request) => {
    const key = keyOf?.(request);
    if (key !== undefined && underWay.has(key)) return answerAlone(request);
    if (key !== undefined) underWay.add(key);
    const answer = await answerTogether(request).finally(() => underWay.delete(key));
    return answer === ALONE ? answerAlone(request) : answer;
  };
}

/** In the place of an answer: nothing was done yet. */
const ALONE = Symbol("alone");

type Waiting<Request, Answer> = {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
};

function inBatches<Request, Answer>(
  answerAll: (requests: readonly Request[]) => Promise<readonly Answer[]>,
  { most, atOnce, patienceMs = PATIENCE_MS }: BatchLimits<Request>,
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

  const answer = async (together: readonly Waiting<Request, Answer>[]) => {
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
      const answers = await answerAll(together.map(({ request }) => request));
      for (const [index, { resolve }] of together.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of together) reject(error);
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
