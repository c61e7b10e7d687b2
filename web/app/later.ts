// What every page of the dashboard fetches once it is at rest, as one file.
export { PasswordForm } from "#web/features/session/password-form.tsx";
export { OfflineNotes } from "./offline-notes.tsx";
