// The addresses of contract/notices.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const NOTICES = "/api/notices/";
const CHOICES = `${NOTICES}choices/`;
const GATEWAY = `${NOTICES}gateway/`;
const PUSH = `${NOTICES}push/`;

export const getNotices: Address = { method: "GET", path: NOTICES };
export const readNotices: Address = { method: "POST", path: `${NOTICES}read/` };
export const getNoticeChoices: Address = { method: "GET", path: CHOICES };
export const changeNoticeChoices: Address = { method: "POST", path: CHOICES };
export const getSentMessages: Address = { method: "GET", path: `${NOTICES}sent/` };
export const getSmsGateway: Address = { method: "GET", path: GATEWAY };
export const probeSmsGateway: Address = {
  method: "POST",
  path: `${GATEWAY}probe/`,
  movesMoney: true,
};
export const getPushKey: Address = { method: "GET", path: `${PUSH}key/` };
export const getPushDevices: Address = { method: "GET", path: `${PUSH}devices/` };
export const endPushDevice: Address = { method: "DELETE", path: `${PUSH}devices/:id/` };
export const subscribeToPush: Address = { method: "POST", path: PUSH };
export const unsubscribeFromPush: Address = { method: "DELETE", path: PUSH };
