// The real group beside its reference model: makes each call, and compares the answer with the model's.
import { createHash, randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "#server/core/audit-log/audit.ts";
import { inTransaction } from "#server/db/connection.ts";
import type { Answer, Json, TestGroup } from "#tests/support/test-group.ts";
import { openChance } from "./arithmetic.ts";
import { type Attempt, countDueLimit, emptyModel, type Model, type Person } from "./group-model.ts";
import { type Caller, countDueOffices, type Expected, may, refused, type Right } from "./people.ts";

export class Disagreement extends Error {}

export function disagree(what: string): never {
  throw new Disagreement(what);
}

/** Throws unless the server's answer is the model's. */
export function agree(what: string, server: unknown, model: unknown): void {
  if (!isDeepStrictEqual(server, model))
    disagree(`${what}: server ${show(server)}, model ${show(model)}`);
}

const show = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint" ? `${inner}c` : inner,
  ) ?? "nothing";

export type Call = {
  by: Caller;
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: Json;
  expected: Expected;
  /** Makes the call once and unchanged, because the model needs its answer. */
  exact?: true;
};

export type World = ReturnType<typeof openWorld>;

type Session = { token: string; createdAt: number; usedAt: number };
const MINUTE = 60_000;

/** `seed` determines everything that happens. */
export function openWorld(
  group: TestGroup,
  { seed, yearStart }: { seed: number; yearStart: string },
) {
  const chance = openChance(seed);
  const model = emptyModel(group.clock.now(), yearStart);
  const history: string[] = [];
  const sessions = new Map<number, Session>();
  const counts = { calls: 0, refused: 0, repeated: 0 };

  /**
   * The token of a live session, which is written into the database: signing in after each move of the clock would take
   * long.
   */
  async function tokenOf(person: Person): Promise<string> {
    const now = model.now.getTime();
    const stored = sessions.get(person.id);
    // An official's session lives 30 idle minutes, and the server stores a use with some delay.
    const lives =
      stored && now - stored.usedAt < 20 * MINUTE && now - stored.createdAt < 11 * 60 * MINUTE;
    if (lives) {
      stored.usedAt = now;
      return stored.token;
    }
    const token = randomBytes(32).toString("base64url");
    await inTransaction(group.db, async (tx) => {
      await tx
        .insertInto("sessions")
        .values({
          token_hash: createHash("sha256").update(token).digest(),
          member_id: person.id,
          created_at: model.now,
          last_used_at: model.now,
          device: "model",
          address: "127.0.0.1",
        })
        .execute();
      await recordAudit(tx, {
        now: model.now,
        actorId: person.id,
        action: "sessions.open",
        subject: "member",
        subjectId: person.id,
        address: "127.0.0.1",
      });
    });
    sessions.set(person.id, { token, createdAt: now, usedAt: now });
    return token;
  }

  async function send({ by, method, path, body }: Call, key?: string): Promise<Answer> {
    const token = by.person === null ? undefined : await bearer(by.person, by.signedIn);
    counts.calls++;
    return group.api(method, path, {
      ...(token === undefined ? {} : { token }),
      ...(body === undefined ? {} : { body }),
      ...(key === undefined ? {} : { headers: { "Idempotency-Key": key } }),
    });
  }

  /** A member who is not active has only the token of an ended session. */
  async function bearer(person: Person, signedIn: boolean): Promise<string | undefined> {
    if (person.isActive && signedIn) return tokenOf(person);
    const dead = sessions.get(person.id);
    if (!person.isActive) return dead?.token;
    const isDead = dead !== undefined && model.now.getTime() - dead.createdAt > 12 * 60 * MINUTE;
    return isDead ? dead.token : undefined;
  }

  function decide(call: Call, answer: Answer): void {
    const { expected } = call;
    const got = `${answer.status} ${show(answer.body)}`;
    if ("refused" in expected) {
      counts.refused++;
      if (answer.status !== expected.refused) disagree(`expected ${expected.refused}, got ${got}`);
      if (expected.sentence !== undefined && answer.body.detail !== expected.sentence)
        disagree(`expected "${expected.sentence}", got ${got}`);
      return;
    }
    if (answer.status !== expected.status) disagree(`expected ${expected.status}, got ${got}`);
    expected.check(answer.body);
  }

  /** Makes the call. Some calls that move money carry a key, and some of these are repeated. */
  async function call(params: Call): Promise<Answer> {
    const requested = params.exact !== true && chance.is(0.01) ? unsigned(params) : params;
    const key =
      requested.method === "POST" && movesMoney(requested.path) && chance.is(0.12)
        ? `key-${seed}-${counts.calls}`
        : undefined;
    history.push(say(requested, key));
    const answer = await send(requested, key);
    decide(requested, answer);
    if (key !== undefined && answer.status < 300 && requested.by.person?.isActive)
      await repeat(requested, key, answer);
    return answer;
  }

  async function repeat(params: Call, key: string, first: Answer): Promise<void> {
    counts.repeated++;
    const isSame = chance.is(0.7);
    const body = isSame ? params.body : { ...params.body, description: "Another body" };
    history.push(`again, ${isSame ? "the same" : "another body"}`);
    const again = await send({ ...params, body }, key);
    agree("the repeated request's status", again.status, isSame ? first.status : 400);
    if (isSame) agree("the repeated request's answer", again.body, first.body);
  }

  return {
    group,
    chance,
    model,
    history,
    counts,
    sessions,
    call,
    /** Deactivation ends every session (MEM-9). */
    endSession(person: Person): void {
      const session = sessions.get(person.id);
      if (session !== undefined) [session.createdAt, session.usedAt] = [0, 0];
    },
    /** Sets the clock of the server and of the model. */
    setClock(instant: Date): void {
      group.clock.set(instant.toISOString());
      model.now = instant;
      countDueOffices(model);
      countDueLimit(model);
    },
    /** Chooses mostly a person with that right, sometimes anybody, and nobody if there is no such person. */
    caller(right: Right): Caller {
      const able = model.people.filter((person) => may(person, right));
      const person = chance.is(0.08) ? undefined : chance.maybeOne(able);
      return { person: person ?? chance.one(model.people), signedIn: true };
    },
  };
}

const unsigned = (params: Call): Call => ({
  ...params,
  by: { person: params.by.person, signedIn: false },
  expected: refused(401, "Please login again"),
});

/** Where a key counts. */
const keyed = [
  /^\/api\/(finances|accounting)\/[^?]*$/,
  /^\/api\/distributions\/([^/]+\/(agree|take-back)\/)?$/,
  /^\/api\/rotations\/(.+\/(pay|pay-out|direct|settle)|payments\/approval\/[^/]+)\/$/,
];
const movesMoney = (path: string): boolean => keyed.some((address) => address.test(path));

function say({ by, method, path, body, expected }: Call, key?: string): string {
  const who =
    by.person === null
      ? "nobody"
      : `${by.person.username}(${by.person.office ?? by.person.status})`;
  const ends = "refused" in expected ? expected.refused : expected.status;
  const unsigned = by.signedIn ? "" : " without a session";
  return `${who}${unsigned} ${method} ${path} ${body === undefined ? "" : show(body)}${key ? " with a key" : ""} -> ${ends}`;
}

type Direct = {
  by: Caller;
  right: "keep the books" | "be an official" | "decide";
  concernsId?: number;
  /** The answer's status if it is done at once. */
  status: 200 | 201;
  attempt: () => Attempt;
};

/** Done at once, or proposed if it takes more out of the bank, or fines more, than one official may alone (BOOK-20, BOOK-27). */
export function doneOrProposed(
  model: Model,
  { by, right, concernsId, status, attempt }: Direct,
): Expected {
  const now = attempt();
  if ("refused" in now) return now;
  const { takesCents: cents, fine } = now;
  const above = fine === undefined ? model.terms.secondPersonAbove : model.terms.fineLimit;
  if (above === null || cents + (fine?.beforeCents ?? 0n) <= above)
    return { status, check: now.happen };
  return {
    status: 201,
    check: (shown) => {
      agree("what takes so much", [shown.status, shown.entry], ["proposed", undefined]);
      model.waiting.push({
        id: shown.id,
        byId: by.person!.id,
        concernsId: concernsId ?? null,
        money: { cents, right, attempt },
        setting: null,
        isDecided: false,
      });
    },
  };
}
