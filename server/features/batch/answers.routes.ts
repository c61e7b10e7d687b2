// Several reads in one request (contract/batch.ts). Each passes through the whole application as if it had come
// alone, so that rights, limits, refusals, language and log lines are its own, and nothing is checked in two places.
import type { FastifyInstance, FastifyRequest } from "fastify";
import { inject } from "light-my-request";
import { $ZodString } from "zod/v4/core";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { getAnswers } from "#contract/batch.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { fieldFault } from "#domain/field-fault.ts";
import { refuseFields } from "#domain/refusal.ts";
import type { Routes } from "#server/http/endpoint-route.ts";

/** The headers that an answer may depend on. Not the encodings: all answers are compressed together. */
const handedOn = ["authorization", "accept-language", "cookie", "user-agent"] as const;

export function answerRoutes(app: FastifyInstance, routes: Routes): void {
  routes.handle(getAnswers, async (_db, { query }, request) => {
    if (!query.ask.every(isQuestion)) throw refuseFields({ ask: [fieldFault("question")] });
    return { answers: await Promise.all(query.ask.map((each) => readAlone(app, request, each))) };
  });
}

/** Not `app.inject`, which refuses as soon as the server begins to stop, although other requests are still served. */
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

// The paths that a batch may contain: every read of the contract that answers JSON.

const patterns = allEndpoints
  .filter(
    ({ endpoint }) => endpoint.method === "GET" && endpoint !== getAnswers && !isFile(endpoint),
  )
  .map(({ endpoint }) => patternOf(endpoint.path));

/** A path of this application with its query, without `..` or escapes that lead elsewhere. */
function isQuestion(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  return patterns.some((pattern) => pattern.test(path));
}

/** In the contract a file's content is text; every other answer is an object. */
function isFile({ reply }: Endpoint): boolean {
  return reply instanceof $ZodString;
}

/** The trailing slash is optional, as everywhere. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, "").replace(":code", "[a-z_]{1,40}");
  return new RegExp(`^${parts.replaceAll(/:\w+/g, "[1-9]\\d{0,9}")}/?$`);
}
