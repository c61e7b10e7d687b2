// Requests that arrive while others are answered share the next batch (README.md).

export type BatchLimits<Request> = {
  /** The most requests in a batch. */
  most: number;
  /** The most batches at a time; a second one starts only when it is full. */
  atOnce: number;
  /** A batch that takes longer, as on a silent connection, no longer holds up the ones behind it. */
  patienceMs?: number;
  /** A batch has each key once: a request with a key that is under way runs alone. */
  keyOf?: (request: Request) => unknown;
  /** Whether a failure left nothing done: then the batch is split, and each request runs alone. */
  isUndone?: (error: unknown) => boolean;
};

const PATIENCE_MS = 1_000;

/**
 * Returns a function that makes one request; `answerAll` gets all that wait, often a single one, and answers in their
 * order. If it throws, all of them fail, unless nothing was done.
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

/** Instead of an answer: nothing was done yet. */
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
      // Requests from the same turn of the event loop join.
      setImmediate(answerWaiting);
    });
}
