import type { failures as english } from "../en/failures.ts";
import type { TextsOf } from "#messages/message.ts";

/** What goes wrong before a request reaches what it asks for, and what is our own fault. */
export const failures = {
  tooLarge: "Kilichotumwa ni kikubwa mno.",
  fileTooLarge: "Faili inazidi MB {megabytes}.",
  oneFile: "Tuma faili moja tu.",
  tookTooLong: "Imechukua muda mrefu mno. Tafadhali jaribu tena baada ya muda mfupi.",
  notMultipart: "Tuma faili kama multipart/form-data.",
  fieldName: "Fomu ina sehemu yenye jina lisiloweza kutumika.",
  cutShort: "Ombi lilikatika. Tafadhali jaribu tena.",
  notJson: "Tuma JSON (Content-Type: application/json).",
  headersTooLarge: "Vichwa vya ombi ni vikubwa mno.",
  slowRequest: "Ombi limechelewa mno kufika. Tafadhali jaribu tena.",
  unreadable: "Ombi hili halisomeki kama HTTP.",
  nothingHere: "Hakuna kitu kwenye anwani hii.",
  wrongMethod: "Anwani hii inapokea {methods}.",
  ours: "Kuna hitilafu upande wetu. Hakuna kilichobadilishwa.",
} as const satisfies TextsOf<typeof english>;
