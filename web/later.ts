// What every page of the dashboard fetches once it is idle. One file, so that an idle phone makes one request: whoever needs
// one of these parts on demand imports it from here, and every layer of the web may (.dependency-cruiser.cjs).
export * from "#web/api/stored/answers.ts";
export * from "#web/api/stored/leave.ts";
export * from "#web/api/stored/outbox.ts";
export { OfflineNotes } from "#web/pages/dashboard/frame/offline-notes.tsx";
export * from "#web/features/history/history-charts.tsx";
export { OfficialsCard } from "#web/features/home/officials-card.tsx";
export { PasswordForm } from "#web/features/session/password-form.tsx";
