// Several questions in one request (contract/batch.ts). Each goes through the whole application as if it had come alone, so
// that its rights, limits, refusals, words and lines of the log are its own, and nothing is checked in two places.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { inject } from "light-my-request";
import { getAnswers } from "#contract/batch.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { refuseFields } from "#domain/refusal.ts";
import type { Routes } from "#server/http/endpoint-route.ts";
import { isQuestion } from "./is-question.ts";

/** What an answer may depend on. Not which encodings are taken: all answers are compressed together. */
const handedOn = ["authorization", "accept-language", "cookie", "user-agent"] as const;

export function answerRoutes(app: FastifyInstance, routes: Routes): void {
  routes.readOthers(getAnswers, async ({ query }, request) => {
    if (!query.ask.every(isQuestion)) throw refuseFields({ ask: [fieldFault("question")] });
    return { answers: await Promise.all(query.ask.map((each) => readAlone(app, request, each))) };
  });
}

/** Not `app.inject`, which refuses as soon as the server begins to stop, while all else that came is still served. */
async function readAlone(app: FastifyInstance, request: FastifyRequest, url: string) {
  const { statusCode, headers, body } = await inject((one, other) => app.routing(one, other), {
    method: "GET",
    url,
    remoteAddress: request.ip,
    headers: Object.fromEntries(
      handedOn.flatMap((name) => {
        const value = request.headers[name];
        return value === undefined ? [] : [[name, value]];
      }),
    ),
  });
  const seconds = headers["retry-after"];
  return {
    status: statusCode,
    answer: JSON.parse(body) as unknown,
    ...(seconds === undefined ? {} : { retry_after: Number(seconds) }),
  };
}
