// One operation of the API document, made from one endpoint of the contract.
import { type $ZodType, registry, toJSONSchema, type JSONSchema } from "zod/v4/core";
import { type NamedEndpoint, namedShapes } from "#contract/all-endpoints.ts";
import type { Access, Endpoint } from "#contract/endpoint.ts";
import { exportJournal } from "#contract/ledger.ts";
import { moment, shapeOf } from "#contract/fields.ts";
import { uploadPhoto } from "#contract/members.ts";
import { replicaReads } from "#contract/replica-reads.ts";
import {
  getStatementFile,
  importStatement,
  previewStatement,
  statementForm,
} from "#contract/statements.ts";
import { accounts } from "#domain/ledger/chart-of-accounts.ts";
import {
  can,
  type Action,
  type Actor,
  type MemberStatus,
  offices,
  type Office,
} from "#domain/permissions.ts";
import { assert } from "#domain/assert.ts";

type Reference = { $ref: string };
type Content = Record<string, { schema: Schema }>;

export type Parameter = {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
  description?: string;
};

export type Response = {
  description: string;
  headers?: Record<string, { description: string; schema: Schema }>;
  content?: Content;
};

export type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, []>[];
  parameters: (Parameter | Reference)[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Response | Reference>;
};

export type SchemaWriter = ReturnType<typeof schemaWriter>;

export function describeOperation(
  { name, area, endpoint }: NamedEndpoint,
  writer: SchemaWriter,
): Operation {
  const body = bodyOf(endpoint, writer);
  return {
    operationId: name,
    summary: endpoint.summary,
    description: whoMay(endpoint.access),
    tags: [area],
    security: endpoint.access === "public" ? [] : [{ session: [] }],
    parameters: [
      ...(hasId(endpoint) ? [idParameter] : []),
      ...(hasCode(endpoint) ? [codeParameter] : []),
      ...queryParameters(endpoint.query, writer),
      ...(endpoint.movesMoney ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : []),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: {
      [endpoint.status]: {
        description: "Done.",
        ...agedFile(endpoint, writer),
        content: replyOf(endpoint, writer),
      },
      ...failuresOf(endpoint),
    },
  };
}

const idParameter: Parameter = {
  name: "id",
  in: "path",
  required: true,
  schema: { type: "integer", minimum: 1 },
};

const codeParameter: Parameter = {
  name: "code",
  in: "path",
  required: true,
  schema: { type: "string", enum: accounts.map(({ code }) => code) },
};

function hasCode({ path }: Endpoint): boolean {
  return path.includes(":code");
}

function hasId({ path }: Endpoint): boolean {
  return path.includes(":id");
}

function queryParameters(query: $ZodType | null, writer: SchemaWriter): Parameter[] {
  if (query === null) return [];
  const { properties = {}, required = [] } = writer.write(query, "input");
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: schema as Schema,
  }));
}

function bodyOf(endpoint: Endpoint, writer: SchemaWriter): Content | null {
  // The server itself reads the uploaded file.
  if (endpoint === uploadPhoto) return { "multipart/form-data": { schema: photoForm } };
  if (endpoint === importStatement || endpoint === previewStatement)
    return { "multipart/form-data": { schema: statementFormOf(writer) } };
  return endpoint.body === null
    ? null
    : { "application/json": { schema: writer.write(endpoint.body, "input") } };
}

const photoForm: Schema = {
  type: "object",
  properties: {
    photo: { type: "string", format: "binary", description: "PNG, JPEG or WebP, at most 2 MB." },
  },
  required: ["photo"],
};

function statementFormOf(writer: SchemaWriter): Schema {
  const { properties, ...form } = writer.write(statementForm, "input");
  const file: Schema = {
    type: "string",
    format: "binary",
    description: "CSV, XLS, XLSX or PDF, at most 10 MB and 50,000 lines.",
  };
  return { ...form, properties: { file, ...properties }, required: ["file"] };
}

const AGE =
  "Only of an answer from a read replica that is more than 5 seconds behind: what is committed later is not in it.";

function agedFile(endpoint: Endpoint, writer: SchemaWriter): Pick<Response, "headers"> {
  if (!replicaReads.has(endpoint) || writer.write(endpoint.reply, "output").type === "object")
    return {};
  return { headers: { "X-As-Of": { description: AGE, schema: writer.write(moment, "output") } } };
}

function replyOf(endpoint: Endpoint, writer: SchemaWriter): Content {
  const written = writer.write(endpoint.reply, "output");
  const asOf = { ...writer.write(moment, "output"), description: AGE };
  const schema =
    replicaReads.has(endpoint) && written.type === "object"
      ? { ...written, properties: { ...written.properties, as_of: asOf } }
      : written;
  if (endpoint.path.endsWith("/pdf/"))
    return { "application/pdf": { schema: { type: "string", format: "binary" } } };
  if (endpoint === getStatementFile)
    return { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
  return endpoint === exportJournal
    ? { "text/plain": { schema }, "text/csv": { schema } }
    : { "application/json": { schema } };
}

/** The failures that this endpoint can return, each described once for all endpoints. */
function failuresOf(endpoint: Endpoint): Record<string, Reference> {
  const isPublic = endpoint.access === "public";
  const changes = endpoint.method !== "GET";
  const codes = [
    ...(endpoint.query !== null || changes ? [400] : []),
    ...(isPublic ? [] : [401]),
    ...((isPublic || endpoint.access === "session") && !changes ? [] : [403]),
    ...(hasId(endpoint) || hasCode(endpoint) ? [404] : []),
    ...(endpoint.movesMoney ? [409] : []),
    ...(changes ? [413, 415] : []),
    429,
    503,
  ];
  return Object.fromEntries(
    codes.map((code) => [String(code), { $ref: `#/components/responses/${code}` }]),
  );
}

const statuses: Record<MemberStatus, string> = {
  pending_approval: "waiting for approval",
  active: "active",
  dormant: "dormant",
  cleared: "no longer in the group",
};

/** As a sentence made from the table of permissions. */
function whoMay(access: Access): string {
  if (access === "public") return "Anybody; no session is needed.";
  if (access === "session") return "Every member who is signed in.";
  const isForAuditor = can(actor({ isAuditor: true }), access);
  return isForAuditor ? withAuditor(membersSentence(access)) : membersSentence(access);
}

function withAuditor(members: string): string {
  return members === "" ? "The auditor." : `${members} The auditor too.`;
}

function membersSentence(access: Action): string {
  const standings = Object.keys(statuses) as MemberStatus[];
  const allowed = standings.filter((status) => can(actor({ status }), access));
  if (allowed.length === 0) return officialsSentence(access);
  if (allowed.length === standings.length) return "Every member who is signed in.";
  return `Members who are ${list(allowed.map((status) => statuses[status]))}.`;
}

function officialsSentence(action: Action): string {
  const allowed = offices.filter((office) => can(actor({ office }), action));
  if (allowed.length === offices.length) return "Officials.";
  if (allowed.length === 0) return "";
  return `The ${list(allowed.map((office) => office))}.`;
}

function actor(params: { status?: MemberStatus; office?: Office; isAuditor?: true }): Actor {
  return {
    id: 0,
    username: "",
    office: params.office ?? null,
    status: params.status ?? "active",
    isActive: true,
    exited: false,
    isAuditor: params.isAuditor ?? false,
    lacksTwoStep: false,
  };
}

function list(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

// The contract's schemas as JSON Schema, each shared shape once (OpenAPI 3.1 uses JSON Schema unchanged).

export type Schema = JSONSchema.BaseSchema;
export type Direction = "input" | "output";

/** Writes schemas, and collects under `shapes` those that are referenced by name. */
export function schemaWriter() {
  const ids = registry<{ id: string }>();
  for (const { name, schema } of namedShapes) ids.add(schema, { id: capitalised(name) });
  const shapes: Record<string, Schema> = {};
  return {
    shapes,
    /** `input` is what a request may contain, `output` what an answer contains. */
    write(schema: $ZodType, direction: Direction): Schema {
      const { $defs, ...written } = toJSONSchema(schema, {
        io: direction,
        metadata: ids,
        unrepresentable: "any",
        override: ({ zodSchema, jsonSchema }) => {
          Object.assign(jsonSchema, shapeOf(zodSchema));
          delete jsonSchema["id"];
        },
      });
      delete written.$schema;
      for (const [name, shape] of Object.entries($defs ?? {})) {
        const listed = withLocalReferences(shape) as Schema;
        assert(
          shapes[name] === undefined || JSON.stringify(shapes[name]) === JSON.stringify(listed),
          `${name} is one shape when sent and another when answered`,
        );
        shapes[name] = listed;
      }
      return withLocalReferences(written) as Schema;
    },
  };
}

/** Shapes stand under `components` in an OpenAPI document. */
function withLocalReferences(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
