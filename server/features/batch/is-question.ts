// Which addresses may be asked together with others: everything of the contract that is read as JSON.
import { $ZodString } from "zod/v4/core";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { getAnswers } from "#contract/batch.ts";
import type { Endpoint } from "#contract/endpoint.ts";

const patterns = allEndpoints
  .filter(
    ({ endpoint }) => endpoint.method === "GET" && endpoint !== getAnswers && !isFile(endpoint),
  )
  .map(({ endpoint }) => patternOf(endpoint.path));

/** A path of this application with its query, and nothing that leads elsewhere: each path is written out. */
export function isQuestion(address: string): boolean {
  const [path = ""] = address.split("?", 1);
  return patterns.some((pattern) => pattern.test(path));
}

/** The contract calls the content of a file text; all other answers are objects. */
function isFile({ reply }: Endpoint): boolean {
  return reply instanceof $ZodString;
}

/** The trailing slash is optional, as everywhere. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, "").replaceAll(/:\w+/g, "[1-9]\\d{0,9}")}/?$`);
}
