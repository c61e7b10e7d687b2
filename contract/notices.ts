// Notices to members, the channels that members choose for them, and the messages sent (NOTE-1, NOTE-3, NOTE-8).
import * as z from "zod/mini";
import {
  messageStates,
  noticeChannels,
  noticeKinds,
  noticeSubjects,
} from "#domain/notices/notice-choices.ts";
import * as at from "./addresses/notices.ts";
import { defineEndpoint } from "./endpoint.ts";
import { done, id, kes, moment, pageQuery, idOf, idsOf, oneOf, text, yesOrNo } from "./fields.ts";
import { filterDate } from "./date-fields.ts";
import { person } from "./people.ts";

/** A notice in the list; its text is in the caller's language. */
export const notice = z.object({
  id,
  kind: z.enum(noticeKinds),
  text: z.string(),
  at: moment,
  read_at: z.nullable(moment),
  /** The item that it opens; null if there is none. */
  about: z.nullable(z.object({ kind: z.enum(noticeSubjects), id })),
  /** The messages sent for it by email, SMS or push, newest last. */
  channels: z.array(
    z.object({ channel: z.enum(noticeChannels), state: z.enum(messageStates), at: moment }),
  ),
});

export type Notice = z.output<typeof notice>;

export const getNotices = defineEndpoint(at.getNotices, {
  access: "own.read",
  summary: "One's own notices, newest first, and how many are unread",
  query: z.object({ ...pageQuery, unread: z.optional(yesOrNo("Unread")) }),
  reply: z.object({ notices: z.array(notice), unread: z.number(), count: z.number() }),
});

export const readNotices = defineEndpoint(at.readNotices, {
  access: "own.secure",
  summary: "Mark the given notices as read, or all without `ids`",
  body: z.object({ ids: z.optional(idsOf("Notices", { most: 1_000 })) }),
  reply: done,
});

const choice = z.object({
  kind: z.enum(noticeKinds),
  channel: z.enum(noticeChannels),
  on: z.boolean(),
});

/** One choice for every kind on every channel, and the channels that the group has. */
export const noticeChoices = z.object({
  choices: z.array(choice),
  channels: z.object({ email: z.boolean(), sms: z.boolean(), push: z.boolean() }),
  show_amounts_on_lock_screen: z.boolean(),
  /** Whether the month's notice comes with the member's statement as PDF (NOTE-15). */
  attach_statement: z.boolean(),
});

export type NoticeChoices = z.output<typeof noticeChoices>;

export const getNoticeChoices = defineEndpoint(at.getNoticeChoices, {
  access: "own.read",
  summary: "Which notices reach one by which channels",
  reply: noticeChoices,
});

export const changeNoticeChoices = defineEndpoint(at.changeNoticeChoices, {
  access: "own.secure",
  summary: "Choose which notices reach one by which channels; what is left out stays",
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

/** A message that was sent or will be. `text` is null if it contains a link. */
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

export const getSentMessages = defineEndpoint(at.getSentMessages, {
  access: "notices.read-sent",
  summary: "Every message that was sent or will be, newest first, with its state and cost",
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

/** Whether SMS has stopped, and since when. */
export const getSmsGateway = defineEndpoint(at.getSmsGateway, {
  access: "notices.read-sent",
  summary: "Whether SMS has stopped because the gateway's account has no money left",
  reply: z.object({
    /** Null while SMS is sent. */
    stands_still_since: z.nullable(moment),
    /** From when one SMS tests the account again; null while SMS is sent, and when the next due SMS does so. */
    tries_at: z.nullable(moment),
  }),
});

export const probeSmsGateway = defineEndpoint(at.probeSmsGateway, {
  access: "notices.probe-gateway",
  summary: "Let the next due SMS test now whether the gateway's account has money again",
  reply: done,
});

export const getPushKey = defineEndpoint(at.getPushKey, {
  access: "own.read",
  summary: "The public key with which a browser subscribes to push messages",
  reply: z.object({ key: z.string() }),
});

export const subscribeToPush = defineEndpoint(at.subscribeToPush, {
  access: "own.secure",
  summary: "Get push messages in this browser",
  body: z.object({
    subscription: z.object({
      endpoint: text("Endpoint", 2_000),
      keys: z.object({ p256dh: text("Key", 200), auth: text("Key", 100) }),
    }),
  }),
  reply: done,
});

export const getPushDevices = defineEndpoint(at.getPushDevices, {
  access: "own.secure",
  summary: "One's own browsers that get push messages, the newest first",
  reply: z.object({
    devices: z.array(
      z.object({
        id,
        /** As the browser names itself. */
        device: z.string(),
        created_at: moment,
        /** With it this browser finds itself. */
        endpoint: z.string(),
      }),
    ),
  }),
});

export const endPushDevice = defineEndpoint(at.endPushDevice, {
  access: "own.secure",
  summary: "No more push messages for one of one's own browsers",
  reply: done,
});

export const unsubscribeFromPush = defineEndpoint(at.unsubscribeFromPush, {
  access: "own.secure",
  summary: "Get no more push messages in this browser",
  body: z.object({ endpoint: text("Endpoint", 2_000) }),
  reply: done,
});
