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
  const writer = schemaWriter();
  const paths: ApiDocument["paths"] = {};
  for (const named of allEndpoints) {
    const path = named.endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
    const operations = (paths[path] ??= {});
    operations[named.endpoint.method.toLowerCase()] = describeOperation(named, writer);
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
          description: "What `POST /api/user/login` answers as `access`.",
        },
      },
    },
  };
}

const introduction = `Everything the screens do goes through these addresses; a trailing slash is optional.

Sign in with \`POST /api/user/login\` and send what it answers as \`access\` in the header \`Authorization: Bearer …\`.
A session ends after 12 hours, and after 60 minutes without use (30 for an official).

Money is in KES, a number with at most 2 decimals. Dates are \`yyyy-MM-dd\`, of the day in Nairobi; moments are ISO 8601 with offset.
A list takes \`page\` and \`page_size\` and then answers \`count\` as well; without \`page\` it gives everything.

Requests are judged in this order: 401, 403, 404, 400. A failure is \`{detail, errors}\`: one sentence for the person who asked, and each field's messages.

A browser that carries the cookie \`csrftoken\` sends its value in the header \`X-CSRFToken\` with every change; a program without cookies needs none.`;

const failures: Record<string, string> = {
  400: "Something sent is missing or wrong, or a rule of the group stands against it. Nothing was changed.",
  401: "There is no living session (at sign-in: the name or the password is wrong).",
  403: "This person may not do this, or the header X-CSRFToken does not match its cookie.",
  404: "There is no such thing, or it is somebody else's.",
  409: "The first request with this idempotency key is still running.",
  413: "The body is too large.",
  415: "The body is not of the kind this address takes.",
  429: "Too many requests; the header Retry-After says how many seconds to wait.",
  503: "The database or the server is away or too busy. Nothing was changed; trying again may work.",
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
    "Any text of one's own, kept for 24 hours: a repetition with the same key and body gives the first answer again and does nothing twice; with another body it is a 400.",
};
