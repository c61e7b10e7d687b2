// What every page of the dashboard fetches once it is idle, as one file: what is asked for of these parts is asked for here
// (vite.web.config.ts).
export * from "#web/api/stored/answers.ts";
export * from "#web/api/stored/leave.ts";
export * from "#web/api/stored/outbox.ts";
export * from "#web/features/history/history-charts.tsx";
export { PasswordForm } from "#web/features/session/password-form.tsx";
export { OfflineNotes } from "./offline-notes.tsx";
