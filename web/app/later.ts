// What every page of the dashboard fetches once it is at rest, as one file: what is asked for of these parts is asked for here
// (vite.web.config.ts).
export * from "#web/api/kept/answers.ts";
export * from "#web/api/kept/leave.ts";
export * from "#web/api/kept/outbox.ts";
export * from "#web/features/history/history-charts.tsx";
export { PasswordForm } from "#web/features/session/password-form.tsx";
export { OfflineNotes } from "./offline-notes.tsx";
