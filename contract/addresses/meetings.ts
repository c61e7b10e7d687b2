// The addresses of contract/meetings.ts, and all that the browser has of these endpoints. A phone without a network sends its
// changes later, each once.
import type { Address } from "../endpoint.ts";

const MEETINGS = "/api/meetings/";

const once = (path: string): Address => ({ method: "POST", path, movesMoney: true });

export const getMeetings: Address = { method: "GET", path: MEETINGS };
export const getMeeting: Address = { method: "GET", path: "/api/meetings/:id/" };
export const callMeeting: Address = once(MEETINGS);
export const changeMeeting: Address = once("/api/meetings/:id/");
export const openMeeting: Address = once("/api/meetings/:id/open/");
export const closeMeeting: Address = once("/api/meetings/:id/close/");
export const cancelMeeting: Address = once("/api/meetings/:id/cancel/");
export const markAttendance: Address = once("/api/meetings/:id/attendance/");
export const getMeetingFines: Address = { method: "GET", path: "/api/meetings/:id/fines/" };
export const chargeMeetingFines: Address = once("/api/meetings/:id/fines/");
export const correctMark: Address = once("/api/meetings/:id/correct-mark/");
export const adoptMinutes: Address = once("/api/meetings/:id/adopt/");
export const printMinutes: Address = { method: "GET", path: "/api/meetings/:id/minutes/pdf/" };
export const getResolutions: Address = { method: "GET", path: "/api/meetings/resolutions/" };
export const writeResolution: Address = once("/api/meetings/:id/resolutions/");
export const changeResolution: Address = once("/api/meetings/resolutions/:id/");
export const removeResolution: Address = {
  method: "DELETE",
  path: "/api/meetings/resolutions/:id/",
};
