// What the group refuses. Code throws an expected refusal as `refuse("code")`; the server maps its kind to a status
// in one place, and words it there in the caller's language (messages/say-refusal.ts).
import { FieldFault } from "./field-fault.ts";
import { type RefusalKind, type RefusalRow, refusals } from "./refusals.ts";

export type RefusalCode = keyof typeof refusals;

/** The facts of a code's sentence: none, or one object. */
export type FactsOf<Code extends RefusalCode> =
  (typeof refusals)[Code] extends RefusalRow<infer Facts>
    ? Facts extends undefined
      ? []
      : [facts: Facts]
    : never;

/** Faults by field, under the names that the caller sent. */
export type FieldErrors = Record<string, (FieldFault | Refusal)[]>;

export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: RefusalCode | "invalid-fields";
  readonly kind: RefusalKind;
  readonly errors?: FieldErrors;
  /** The facts of the sentence, such as `retryAfterSeconds`. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(params: {
    code: RefusalCode | "invalid-fields";
    kind: RefusalKind;
    errors?: FieldErrors;
    facts?: Record<string, unknown>;
  }) {
    super(inTechnicalWords(params));
    this.code = params.code;
    this.kind = params.kind;
    if (params.errors) this.errors = params.errors;
    this.facts = params.facts ?? {};
  }

  /** The same refusal with its sentence also shown at a field of the form. */
  at(field: string): Refusal {
    const { code, kind, facts } = this;
    return new Refusal({ code, kind, facts, errors: { ...this.errors, [field]: [this] } });
  }
}

/** Builds the refusal of a code. Takes facts exactly when its sentence has any. */
export function refuse<Code extends RefusalCode>(code: Code, ...params: FactsOf<Code>): Refusal {
  const facts = params[0] as Record<string, unknown> | undefined;
  return new Refusal({ code, kind: refusals[code].kind, ...(facts && { facts }) });
}

/** Refuses a form with the sentence of its one wrong field, or a general one if several are wrong. */
export function refuseFields(errors: FieldErrors): Refusal {
  return new Refusal({ code: "invalid-fields", kind: "invalid", errors });
}

/** For logs and stack traces: `year-already-closed (year: 2025)`. */
function inTechnicalWords({ code, facts, errors }: ConstructorParameters<typeof Refusal>[0]) {
  const details =
    code === "invalid-fields"
      ? Object.entries(errors ?? {}).map(
          ([field, faults]) => `${field}: ${faults.map((each) => each.code).join(", ")}`,
        )
      : Object.entries(facts ?? {}).map(([name, fact]) => `${name}: ${String(fact)}`);
  return details.length === 0 ? code : `${code} (${details.join("; ")})`;
}
