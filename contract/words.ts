// The Chairperson's "word": a message to all members, or to those who owe (NOTE-7). It is previewed, sent, and agreed
// to by a second official if it goes to many people by SMS.
import * as z from "zod/mini";
import {
  noticeChannels,
  WORD_CHARACTERS_MOST,
  wordAudiences,
  wordStates,
} from "#domain/notices/notice-choices.ts";
import * as at from "./addresses/words.ts";
import { defineEndpoint } from "./endpoint.ts";
import { id, kes, moment, pageQuery, oneOf, reason, someOf, text } from "./fields.ts";
import { person } from "./people.ts";

const wanted = z.object({
  text: text("Text", WORD_CHARACTERS_MOST),
  to: oneOf("Recipients", wordAudiences),
  /** Empty only if the group has neither email nor SMS. Members then read the word only in the application. */
  channels: someOf("Channels", noticeChannels),
});

const figures = {
  /** How many recipients the channels reach. Every recipient also reads the word in the application. */
  people: z.number(),
  /** How many of them get it by SMS. */
  by_sms: z.number(),
  /** The parts of all SMS together; 0 without SMS. */
  parts: z.number(),
  /** KES; the cost of all SMS. */
  cost: kes,
};

export const previewWord = defineEndpoint(at.previewWord, {
  access: "words.write",
  summary: "What a word to members reaches and costs; writes nothing",
  body: wanted,
  reply: z.object({
    ...figures,
    /** The text as it will be sent: first as an SMS, then as on other channels if that differs. */
    texts: z.array(z.string()),
    /** Whether a second official must agree before it is sent. */
    needs_second: z.boolean(),
    /** KES; what the month's cap leaves for SMS. */
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
  /** The official who agreed to it or ended it; null if nobody did. */
  decided_by: z.nullable(person),
  decided_at: z.nullable(moment),
  sent_at: z.nullable(moment),
  /** Why it ended. */
  reason: z.nullable(z.string()),
  /** PAY-12: the caller wrote it. */
  own_item: z.boolean(),
  /** Whether the caller may agree to it, and whether they may end it. */
  may_agree: z.boolean(),
  may_end: z.boolean(),
});

export type Word = z.output<typeof word>;

const answer = z.object({ detail: z.string(), word });

export const getWords = defineEndpoint(at.getWords, {
  access: "words.agree",
  summary: "The Chairperson's words, newest first, also those that wait for a second official",
  query: z.object(pageQuery),
  reply: z.object({ words: z.array(word), count: z.number() }),
});

export const writeWord = defineEndpoint(at.writeWord, {
  access: "words.write",
  summary:
    "Send a word to members; to more than 20 people by SMS it waits until another official agrees",
  status: 201,
  body: wanted,
  reply: answer,
});

export const agreeToWord = defineEndpoint(at.agreeToWord, {
  access: "words.agree",
  summary: "Agree to a word that another official wrote, which is then sent at once",
  reply: answer,
});

export const endWord = defineEndpoint(at.endWord, {
  access: "words.agree",
  summary: "End a word that waits, with the reason; its author may take it back this way",
  body: z.object({ reason: reason() }),
  reply: answer,
});
