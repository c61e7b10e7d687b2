import { readdirSync } from "node:fs";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { allEndpoints } from "#contract/all-endpoints.ts";
import { buildApp } from "#server/app.ts";
import { openThrottle } from "#server/core/requests/throttle.ts";
import { openDatabase, openPool } from "#server/db/connection.ts";
import { readConfig } from "#server/platform/config.ts";
import { sealAudit } from "#server/core/audit-log/audit-chain.ts";
import {
  startGroup,
  type Json,
  type TestGroup,
  type TestMember,
} from "#tests/support/test-group.ts";
import { balancedBook, propose } from "#tests/support/opening-books.ts";
import { startRotation } from "#tests/support/rotations.ts";
import { meetingsOf } from "#tests/support/meetings.ts";
import { mpesaEnv } from "#tests/support/mpesa-asks.ts";
import { paidIn, paybillStatement, uploadStatement } from "#tests/support/statements.ts";
import { openTestWorkers } from "#tests/support/workers.ts";
import { describeApi } from "./api-document.ts";

/** The contract does not change while the tests run. */
const document: Json = describeApi();

let group: TestGroup;
let chairperson: TestMember;
let treasurer: TestMember;
let secGen: TestMember;
let member: TestMember;

beforeAll(async () => {
  group = await startGroup({ env: mpesaEnv });
  chairperson = await group.official("Chairperson");
  treasurer = await group.official("Treasurer");
  secGen = await group.official("Sec-Gen");
  member = await group.activeMember(chairperson);
});
afterAll(() => group.close());

/** Every path under /api that the server has, as `GET /api/a/:id`. */
async function servedUnderApi(): Promise<string[]> {
  const pool = openPool(group.connection, 1);
  const app = await buildApp({
    config: readConfig({ PUBLIC_URL: "http://localhost:3000" }),
    db: openDatabase(pool),
    throttle: openThrottle(pool, false),
    log: pino({ level: "silent" }),
    now: group.clock.now,
    evidence: group.evidence,
    webRoot: "/nowhere",
    workers: openTestWorkers().of("chama"),
  });
  await app.ready();
  const lines = app.printRoutes({ commonPrefix: false }).split("\n");
  await app.close();
  await pool.end();
  // Each line adds its part to the nearest less indented line above it.
  const parents: { indent: number; path: string }[] = [];
  const served: string[] = [];
  for (const line of lines) {
    const [, lead, part, methods] =
      /^(\W*?)(\/?[\w:.*&-][^ ]*|\/) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (lead === undefined || part === undefined || methods === undefined) continue;
    while ((parents.at(-1)?.indent ?? -1) >= lead.length) parents.pop();
    const path = (parents.at(-1)?.path ?? "") + part;
    parents.push({ indent: lead.length, path });
    for (const method of methods.split(", ").filter((each) => each !== "HEAD"))
      if (path.startsWith("/api")) served.push(`${method} ${path.replace(/\/$/, "")}`);
  }
  return served;
}

describe("the contract", () => {
  test("is served whole, and nothing else under /api but its document", async () => {
    const promised = allEndpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replace(/\/$/, "")}`,
    );
    const documents = ["GET /api/openapi.json", "GET /api/docs", "GET /api/docs.css"];
    // The SMS gateway posts a form there, by its own rules.
    const reports = "POST /api/notices/reports/:secret";
    expect((await servedUnderApi()).toSorted()).toEqual(
      [...promised, ...documents, reports].toSorted(),
    );
  });

  test("has every endpoint of its files in its list", async () => {
    const folder = new URL("../../../contract/", import.meta.url);
    const names = readdirSync(folder).filter((name) => /(?<!\.test)\.ts$/.test(name));
    const files: Record<string, unknown>[] = await Promise.all(
      names.map((name) => import(new URL(name, folder).pathname)),
    );
    const declared = files
      .flatMap((file) => Object.values(file))
      .filter((value) => typeof value === "object" && value !== null && "access" in value);
    expect(new Set(allEndpoints.map(({ endpoint }) => endpoint))).toEqual(new Set(declared));
  });
});

describe("the document", () => {
  test("is answered to anybody, as OpenAPI 3.1", async () => {
    const answer = await group.api("GET", "/api/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ openapi: "3.1.0", info: { title: "Akiba API" } });
    expect(answer.body.paths["/api/finances/monthly-contribution/"].post).toMatchObject({
      operationId: "payContribution",
      security: [{ session: [] }],
      parameters: [{ $ref: "#/components/parameters/IdempotencyKey" }],
      requestBody: {
        content: {
          "application/json": {
            schema: {
              required: [
                "amount_paid",
                "contribution_month",
                "payment_date",
                "payment_Reference_Code",
              ],
            },
          },
        },
      },
      responses: { 201: {}, 400: {}, 401: {}, 403: {}, 409: {} },
    });
  });

  test("refers to nothing it does not have, and names each operation once", () => {
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, path = ""] of references) {
      const found = path.split("/").reduce((index: Json, part) => index?.[part], document);
      expect({ path, found }).toEqual({ path, found: expect.anything() });
    }
    const names = allEndpoints.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("describes every field of a request", () => {
    const vague: string[] = [];
    const look = (schema: Json, index: string) => {
      for (const [name, field] of Object.entries<Json>(schema.properties ?? {})) {
        const isDescribed =
          "type" in field || "enum" in field || "$ref" in field || "anyOf" in field;
        if (!isDescribed && schema.required?.includes(name)) vague.push(`${index}.${name}`);
        look(field.items ?? field, `${index}.${name}`);
      }
      for (const choice of schema.oneOf ?? []) look(choice, index);
    };
    for (const operations of Object.values<Json>(document.paths))
      for (const { operationId, requestBody } of Object.values<Json>(operations))
        for (const { schema } of Object.values<Json>(requestBody?.content ?? {}))
          look(schema, operationId);
    expect(vague).toEqual([]);
  });

  test("holds what the server answers", async () => {
    const paid = await group.api("POST", "/api/finances/monthly-contribution/", {
      token: member.token,
      body: {
        amount_paid: 1000,
        contribution_month: "2026-03-01",
        payment_date: "2026-03-16",
        payment_Reference_Code: "QWE1234567",
      },
    });
    const fined = await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: treasurer.token,
      body: { type: "fine", charged_user: member.username, amount: 50, description: "Late" },
    });
    expect([paid.status, fined.status]).toEqual([201, 201]);
    const { contribution_id: contributionId } = paid.body.contribution;
    for (const { token } of [treasurer, secGen])
      await group.api("POST", `/api/finances/monthly-contribution-approval/${contributionId}/`, {
        token,
        body: { action: "approved" },
      });
    expect(validator("POST", "/api/finances/monthly-contribution/").safeParse(paid.body)).toEqual({
      success: true,
      data: paid.body,
    });

    const requested: Record<string, string> = {
      getProfitAndLoss: "?start_date=2026-01-01&end_date=2026-12-31",
      previewSettlement: `?member=${member.id}`,
      exportJournal: "?format=csv",
      getReceipt: `?kind=contribution&id=${contributionId}`,
      getConsistency: "?from=1",
      getAnswers: "?ask=/api/group/",
      findGuarantors: "?search=a",
      getLoanQuote: "?product_id=1&amount=1000&instalments=2",
    };
    const offered = await group.api("POST", "/api/loans/products/", {
      token: chairperson.token,
      body: { name: "Jengo", method: "flat", rate: 1, rate_per: "loan", instalments_most: 6 },
    });
    const applied = await group.api("POST", "/api/finances/get-create-user-loans/", {
      token: member.token,
      body: { product_id: offered.body.product.id, amount: 10, instalments: 2 },
    });
    const { body: added } = await group.api("POST", "/api/statements/accounts/", {
      token: treasurer.token,
      body: { name: "Paybill", kind: "mpesa_paybill" },
    });
    const uploaded = await uploadStatement(group, {
      token: treasurer.token,
      file: paybillStatement({
        opening: 0n,
        from: "2026-03-01",
        to: "2026-03-15",
        movements: [paidIn("UC01AAAAAA", "2026-03-02 10:00:00", 1_000)],
      }),
      fields: { account_id: String(added.account.id) },
    });
    expect(uploaded.status).toBe(201);
    const { openingId } = await propose(group, treasurer, balancedBook());
    const phone = await group.api("POST", "/api/mpesa/asks/", {
      token: member.token,
      body: { kind: "contribution", amount: 500, contribution_month: "2026-03-01" },
    });
    await group.api("POST", "/api/accounting/create_ledger_entry/", {
      token: treasurer.token,
      body: { type: "other_income", amount_paid: 10, description: "Sales" },
    });
    const shared = await group.api("POST", "/api/distributions/", {
      token: treasurer.token,
      body: { basis: "equal", amount: 5, description: "Sales" },
    });
    const rotation = await startRotation(group, { by: treasurer });
    const meetings = meetingsOf(group, chairperson);
    await meetings.turnOn();
    const meeting = await meetings.open({ by: secGen });
    const made = await group.api("POST", "/api/funds/", {
      token: chairperson.token,
      body: { name: "Welfare", rule: "none" },
    });
    // Each `:id` below is the first of its kind.
    const first = [
      uploaded.body.statement.id,
      openingId,
      phone.body.ask.id,
      applied.body.loan.loan_id,
      shared.body.distribution.id,
      rotation.id,
      meeting.id,
      made.body.fund.id,
    ];
    expect(first).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    await sealAudit(group.db);
    // A PDF has no shape; server/features/documents reads it back.
    const reads = allEndpoints.filter(
      ({ endpoint }) => endpoint.method === "GET" && !/\/(pdf|file)\/$/.test(endpoint.path),
    );
    for (const { name, endpoint } of reads) {
      const described = validator("GET", endpoint.path.replace(/:(code|id)/, "{$1}"));
      for (const { token } of [treasurer, member]) {
        const answer = await group.api(
          "GET",
          endpoint.path
            .replace(":code", "bank")
            .replace(":id", String(uploaded.body.statement.id)) + (requested[name] ?? ""),
          { token },
        );
        if (answer.status === 403) continue;
        expect([name, answer.status]).toEqual([name, 200]);
        const decided = described.safeParse(answer.body);
        expect([name, decided.error?.issues ?? []]).toEqual([name, []]);
      }
    }
  });
});

/** The reply's schema from the document, as a program would read it that knows nothing else. */
function validator(method: string, path: string): z.ZodType {
  const { responses } = document.paths[path][method.toLowerCase()];
  const { content } = responses[200] ?? responses[201];
  const { schema } = Object.values<Json>(content)[0];
  const listed = JSON.stringify({ ...schema, $defs: document.components.schemas });
  return z.fromJSONSchema(JSON.parse(listed.replaceAll("#/components/schemas/", "#/$defs/")));
}

describe("the page", () => {
  test("carries no script and no style of its own, so that the content policy lets it be", async () => {
    const { status, body, headers } = await group.api("GET", "/api/docs/");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toContain("text/html");
    expect(headers.get("content-security-policy")).toContain("style-src 'self'");
    expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\//);
    const style = await group.api("GET", "/api/docs.css");
    expect(style.headers.get("content-type")).toContain("text/css");
    expect(style.body).toContain("--brand");
  });

  test("shows every endpoint, and every link within it leads somewhere", async () => {
    const { body } = await group.api("GET", "/api/docs");
    for (const { name } of allEndpoints) expect(body).toContain(`<details id="${name}">`);
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of body.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
  });
});
