// The Chairperson's word to members, or to those who owe (NOTE-7): what it reaches and costs, sending it, agreeing to it.
import * as z from "zod/mini";
import {
  noticeChannels,
  WORD_CHARACTERS_MOST,
  wordAudiences,
  wordStates,
} from "#domain/notices/notice-choices.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, moment, pageQuery, oneOf, reason, someOf, text } from "./fields.ts";
import { person } from "./people.ts";

const WORD = "/api/notices/word/";

const wanted = z.object({
  text: text("Text", WORD_CHARACTERS_MOST),
  to: oneOf("Recipients", wordAudiences),
  /** None where the group has neither email nor SMS: it is then read in the application alone. */
  channels: someOf("Channels", noticeChannels),
});

const figures = {
  /** Those whom the channels reach. Everybody it is for reads it in the application besides. */
  people: z.number(),
  /** Those of them who get it by SMS. */
  by_sms: z.number(),
  /** Of one SMS; 0 without SMS. */
  parts: z.number(),
  /** Of all SMS, KES. */
  cost: kes,
};

export const previewWord = defineEndpoint({
  method: "POST",
  path: `${WORD}preview/`,
  access: "words.write",
  summary: "What a word to members reaches and costs; writes nothing",
  body: wanted,
  reply: z.object({
    ...figures,
    /** As it goes out: as an SMS first, and as it is read elsewhere where that differs. */
    texts: z.array(z.string()),
    /** Whether a second official agrees before it goes out. */
    needs_second: z.boolean(),
    /** What the month's cap leaves for texts, KES. */
    left: kes,
  }),
});

export const word = z.object({
  id,
  text: z.string(),
  to: z.enum(wordAudiences),
  channels: z.array(z.enum(noticeChannels)),
  ...figures,
  state: z.enum(wordStates),
  written_by: person,
  written_at: moment,
  /** Who agreed to it or ended it; null where nobody did. */
  decided_by: z.nullable(person),
  decided_at: z.nullable(moment),
  sent_at: z.nullable(moment),
  /** Why it ended. */
  reason: z.nullable(z.string()),
  /** Whether the caller may agree to it, and whether they may end it. */
  may_agree: z.boolean(),
  may_end: z.boolean(),
});

export type Word = z.output<typeof word>;

const answer = z.object({ detail: z.string(), word });

export const getWords = defineEndpoint({
  method: "GET",
  path: WORD,
  access: "words.agree",
  summary: "The Chairperson's words, newest first, and what waits for a second official",
  query: z.object(pageQuery),
  reply: z.object({ words: z.array(word), count: z.number() }),
});

export const writeWord = defineEndpoint({
  method: "POST",
  path: WORD,
  access: "words.write",
  summary:
    "Send a word to members; to more than 20 people by SMS it waits until another official agrees",
  status: 201,
  movesMoney: true,
  body: wanted,
  reply: answer,
});

export const agreeToWord = defineEndpoint({
  method: "POST",
  path: `${WORD}:id/agree/`,
  access: "words.agree",
  summary: "Agree to a word that another official wrote: it goes out at once",
  movesMoney: true,
  reply: answer,
});

export const endWord = defineEndpoint({
  method: "POST",
  path: `${WORD}:id/end/`,
  access: "words.agree",
  summary: "End a word that waits, with the reason; who wrote it may take it back so",
  body: z.object({ reason: reason() }),
  reply: answer,
});
