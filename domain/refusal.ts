// What the group refuses, and in which words. An expected refusal is thrown as `refuse("code")`; the server maps its
// kind to a status in one place.
import { type RefusalKind, type RefusalRow, refusals } from "./refusals.ts";

export type RefusalCode = keyof typeof refusals;

/** What the sentence of a code needs to know: nothing, or one object of facts. */
export type FactsOf<Code extends RefusalCode> = (typeof refusals)[Code]["detail"] extends (
  facts: infer Facts,
) => string
  ? [facts: Facts]
  : [];

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode | "invalid-fields";
  readonly kind: RefusalKind;
  /** One plain sentence for the person who asked. */
  readonly detail: string;
  /** Messages by the field they stand at, in the names the caller sent. */
  readonly errors?: Record<string, string[]>;
  /** The facts of the sentence, such as `retryAfterSeconds`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(given: {
    code: RefusalCode | "invalid-fields";
    kind: RefusalKind;
    detail: string;
    errors?: Record<string, string[]>;
    facts?: Record<string, unknown>;
  }) {
    super(given.detail);
    this.code = given.code;
    this.kind = given.kind;
    this.detail = given.detail;
    if (given.errors) this.errors = given.errors;
    this.facts = given.facts ?? {};
  }

  /** The same refusal with its sentence also shown at a field of the form. */
  at(field: string): Refusal {
    const { code, kind, detail, facts } = this;
    return new Refusal({
      code,
      kind,
      detail,
      facts,
      errors: { ...this.errors, [field]: [detail] },
    });
  }
}

/** Builds the refusal of a code. Facts are asked for exactly when its sentence takes them. */
export function refuse<Code extends RefusalCode>(code: Code, ...given: FactsOf<Code>): Refusal {
  const { kind, detail } = refusals[code] as RefusalRow;
  const facts = given[0] as Record<string, unknown> | undefined;
  return new Refusal({
    code,
    kind,
    detail: typeof detail === "string" ? detail : detail(facts as never),
    ...(facts && { facts }),
  });
}

/** Refuses a form: the sentence of the one wrong field, or a general one when several are wrong. */
export function refuseFields(errors: Record<string, string[]>): Refusal {
  const wrong = Object.values(errors).filter((messages) => messages.length > 0);
  const only = wrong.length === 1 ? wrong[0]?.[0] : undefined;
  return new Refusal({
    code: "invalid-fields",
    kind: "invalid",
    detail: only ?? "Please correct the highlighted fields.",
    errors,
  });
}
