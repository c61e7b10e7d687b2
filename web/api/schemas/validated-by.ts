import { standardSchemaResolver } from "@hookform/resolvers/standard-schema";
import type { FieldValues, Resolver } from "react-hook-form";
import { createTranslator } from "use-intl";
import type { $ZodType } from "zod/v4/core";
import { FieldFault, fieldFault } from "#domain/field-fault.ts";
import { loadWords, spokenWords, type AllTexts } from "#web/messages/words.ts";
import "./jitless.ts";

type StandardResult<T> = Awaited<ReturnType<$ZodType<T>["~standard"]["validate"]>>;
type Issues = NonNullable<StandardResult<unknown>["issues"]>;

/** Validates a form by a schema of the contract, with faults in words; sends the values as they were typed. */
export function validatedBy<Fields extends FieldValues>(
  schema: $ZodType<unknown, FieldValues>,
): Resolver<Fields> {
  const standard = schema["~standard"];
  const inWords = {
    "~standard": {
      ...standard,
      validate: async (written: unknown): Promise<StandardResult<unknown>> => {
        const result = await standard.validate(written);
        return result.issues === undefined ? result : { issues: await sayFaults(result.issues) };
      },
    },
  };
  return standardSchemaResolver(inWords, undefined, { raw: true }) as unknown as Resolver<Fields>;
}

/** The contract names a fault by its code (contract/fields.ts); the sentences are the server's. */
async function sayFaults(issues: Issues): Promise<Issues> {
  await loadWords("rest");
  const { language, texts } = spokenWords();
  const say = createTranslator({ locale: language, messages: texts as AllTexts }) as unknown as (
    key: string,
    facts?: Readonly<Record<string, string | number>>,
  ) => string;
  return issues.map((issue) => {
    const { code, facts } = faultOf(issue);
    const { label } = facts;
    const words = label === undefined ? facts : { ...facts, label: say(`labels.${label}`) };
    return { ...issue, message: say(`fields.${code}`, words) };
  });
}

function faultOf(issue: Issues[number]): FieldFault {
  const params = "params" in issue ? (issue.params as { fault?: unknown }) : undefined;
  return params?.fault instanceof FieldFault ? params.fault : fieldFault("unreadable");
}
