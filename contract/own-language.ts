// In which language a member is written to.
import * as z from "zod/mini";
import { languages } from "#domain/language.ts";
import { defineEndpoint } from "./endpoint.ts";
import { done } from "./reply-fields.ts";
import { oneOf } from "./fields.ts";

/** The fields of answers in which the application itself may speak, in the language of `Accept-Language`. */
export const spokenFields = [
  "detail",
  "reason",
  "reject_reason",
  "description",
  "loan_name",
] as const;

export const changeLanguage = defineEndpoint({
  method: "POST",
  path: "/api/user/language/",
  access: "session",
  summary: "Choose the language of the mails to oneself; answers follow Accept-Language",
  body: z.object({ language: oneOf("Language", languages) }),
  reply: done,
});
