// The OpenAPI 3.1 document of the whole API, made from the contract (API-14).
import { allEndpoints, areaDescriptions } from "#contract/all-endpoints.ts";
import { failure } from "#contract/endpoint.ts";
import {
  describeOperation,
  type Operation,
  type Response,
  schemaWriter,
  type Schema,
} from "./operations.ts";

export type ApiDocument = {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, unknown>;
    securitySchemes: Record<string, unknown>;
  };
};

export function describeApi(): ApiDocument {
  const describing = describingApi();
  for (;;) {
    const step = describing.next();
    if (step.done === true) return step.value;
  }
}

/** As `describeApi`, one address at a time. */
export function* describingApi(): Generator<void, ApiDocument> {
  const writer = schemaWriter();
  const paths: ApiDocument["paths"] = {};
  for (const named of allEndpoints) {
    const path = named.endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operations = (paths[path] ??= {});
    operations[named.endpoint.method.toLowerCase()] = describeOperation(named, writer);
    yield;
  }
  const failureSchema = writer.write(failure, "output");
  return {
    openapi: "3.1.0",
    info: {
      title: "Akiba API",
      version: "1.0.0",
      description: introduction,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(areaDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { ...writer.shapes, Failure: failureSchema },
      responses: Object.fromEntries(
        Object.entries(failures).map(([code, description]) => [code, failureResponse(description)]),
      ),
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes: {
        session: {
          type: "http",
          scheme: "bearer",
          description: "The `access` in the reply of `POST /api/user/login`.",
        },
      },
    },
  };
}

const introduction = `Every screen works through these addresses. A trailing slash is optional.

Sign in with \`POST /api/user/login\`, and send the \`access\` of its reply in the header \`Authorization: Bearer …\`.
A session ends after 12 hours, and after 60 minutes without use (30 for an official).

Money is in KES, a number with at most 2 decimals. Dates are \`yyyy-MM-dd\`, of the day in Nairobi; times are ISO 8601 with offset.
A list that gets \`page\` and \`page_size\` replies with that page and \`count\`; without \`page\` it replies with all.

A request is checked in this order: 401, 403, 404, 400. A failure is \`{detail, errors}\`: one sentence for the person who sent the request, and the messages of each field.

A browser that sends the cookie \`csrftoken\` must send its value in the header \`X-CSRFToken\` with every change. A program without cookies needs no such header.`;

const failures: Record<string, string> = {
  400: "A value is missing or wrong, or a rule of the group forbids the change. Nothing has changed.",
  401: "The session is missing or has ended (at sign-in: the email, the number or the password is wrong).",
  403: "This person may not do this, or the header X-CSRFToken differs from its cookie.",
  404: "It does not exist, or it belongs to another person.",
  409: "The first request with this idempotency key is still running.",
  413: "The body is too large.",
  415: "This address does not take a body of this type.",
  429: "Too many requests. The header Retry-After says how many seconds to wait.",
  503: "The server or its database is away or too busy. Nothing has changed; try again later.",
};

function failureResponse(description: string): Response {
  const schema = { $ref: "#/components/schemas/Failure" };
  return { description, content: { "application/json": { schema } } };
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200 },
  description:
    "A text that the caller chooses, stored for 24 hours. A second request with the same key and body gets the first reply and changes nothing; with another body it gets a 400.",
};
