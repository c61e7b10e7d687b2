// What members are notified of, by which channel they want to hear of it, and what was sent (NOTE-1, NOTE-3, NOTE-8).
import * as z from "zod/mini";
import {
  messageStates,
  noticeChannels,
  noticeKinds,
  noticeSubjects,
} from "#domain/notices/notice-choices.ts";
import { defineEndpoint } from "./endpoint.ts";
import { done, id, kes, moment, pageQuery, idOf, idsOf, oneOf, text, yesOrNo } from "./fields.ts";
import { filterDate } from "./date-fields.ts";
import { person } from "./people.ts";

const NOTICES = "/api/notices/";
const CHOICES = `${NOTICES}choices/`;
const GATEWAY = `${NOTICES}gateway/`;
const PUSH = `${NOTICES}push/`;

/** A notice in the list, in the language of whoever asks. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  text: z.string(),
  at: moment,
  read_at: z.nullable(moment),
  /** What it leads to; null where there is nothing to open. */
  about: z.nullable(z.object({ kind: z.enum(noticeSubjects), id })),
  /** What went out besides, newest last. */
  channels: z.array(
    z.object({ channel: z.enum(noticeChannels), state: z.enum(messageStates), at: moment }),
  ),
});

export type Notice = z.output<typeof notice>;

export const getNotices = defineEndpoint({
  method: "GET",
  path: NOTICES,
  access: "own.read",
  summary: "What I was told, newest first, and how much of it I have not read",
  query: z.object({ ...pageQuery, unread: z.optional(yesOrNo("Unread")) }),
  reply: z.object({ notices: z.array(notice), unread: z.number(), count: z.number() }),
});

export const readNotices = defineEndpoint({
  method: "POST",
  path: `${NOTICES}read/`,
  access: "own.secure",
  summary: "Mark notices as read: those that are named, or all",
  body: z.object({ ids: z.optional(idsOf("Notices", { most: 1_000 })) }),
  reply: done,
});

const choice = z.object({
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  on: z.boolean(),
});

/** Every kind on every channel, and which channels the group has. */
export const noticeChoices = z.object({
  choices: z.array(choice),
  channels: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
  show_amounts_on_lock_screen: z.boolean(),
  /** Whether the page of the month comes with my statement as PDF. */
  attach_statement: z.boolean(),
});

export type NoticeChoices = z.output<typeof noticeChoices>;

export const getNoticeChoices = defineEndpoint({
  method: "GET",
  path: CHOICES,
  access: "own.read",
  summary: "By which channels I hear of what",
  reply: noticeChoices,
});

export const changeNoticeChoices = defineEndpoint({
  method: "POST",
  path: CHOICES,
  access: "own.secure",
  summary: "Choose by which channels I hear of what; what is left out stays",
  body: z.object({
    choices: z.optional(
      z.array(
        z.object({
          kind: oneOf("Kind", noticeKinds),
          channel: oneOf("Channel", noticeChannels),
          on: yesOrNo("On"),
        }),
      ),
    ),
    show_amounts_on_lock_screen: z.optional(yesOrNo("Amounts on the lock screen")),
    attach_statement: z.optional(yesOrNo("Statement attached")),
  }),
  reply: noticeChoices,
});

/** A message that went out, or is to. Its text is left out where it carries a link. */
export const sentMessage = z.object({
  id,
  member: person,
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  text: z.nullable(z.string()),
  state: z.enum(messageStates),
  parts: z.nullable(z.number()),
  cost: z.nullable(kes),
  at: moment,
  sent_at: z.nullable(moment),
});

export type SentMessage = z.output<typeof sentMessage>;

export const getSentMessages = defineEndpoint({
  method: "GET",
  path: `${NOTICES}sent/`,
  access: "notices.read-sent",
  summary: "Every message that went out or is to, newest first, with its state and cost",
  query: z.object({
    ...pageQuery,
    channel: z.optional(oneOf("Channel", noticeChannels)),
    state: z.optional(oneOf("State", messageStates)),
    member_id: z.optional(idOf("Member")),
    from: filterDate("from"),
    to: filterDate("to"),
  }),
  reply: z.object({
    messages: z.array(sentMessage),
    count: z.number(),
    totals: z.object({ parts: z.number(), cost: kes, held: z.number() }),
  }),
});

/** Whether SMS has stopped, and why. */
export const getSmsGateway = defineEndpoint({
  method: "GET",
  path: GATEWAY,
  access: "notices.read-sent",
  summary: "Whether SMS has stopped because the gateway's account has no money left",
  reply: z.object({
    /** Null while SMS goes out. */
    stands_still_since: z.nullable(moment),
    /** When one text finds out by itself; null while SMS goes out, and when the next text that is due does. */
    tries_at: z.nullable(moment),
  }),
});

export const probeSmsGateway = defineEndpoint({
  method: "POST",
  path: `${GATEWAY}probe/`,
  access: "notices.probe-gateway",
  summary: "Let one text find out now whether the gateway's account has money again",
  reply: done,
});

export const getPushKey = defineEndpoint({
  method: "GET",
  path: `${PUSH}key/`,
  access: "own.read",
  summary: "The public key that a browser subscribes with",
  reply: z.object({ key: z.string() }),
});

export const subscribeToPush = defineEndpoint({
  method: "POST",
  path: PUSH,
  access: "own.secure",
  summary: "Be told by this browser",
  body: z.object({
    subscription: z.object({
      endpoint: text("Endpoint", 2_000),
      keys: z.object({ p256dh: text("Key", 200), auth: text("Key", 100) }),
    }),
  }),
  reply: done,
});

export const unsubscribeFromPush = defineEndpoint({
  method: "DELETE",
  path: PUSH,
  access: "own.secure",
  summary: "Be told by this browser no more",
  body: z.object({ endpoint: text("Endpoint", 2_000) }),
  reply: done,
});
