export type ToastKind = "success" | "error" | "note";

/** A short-lived sentence; `onPress` of its action navigates or opens something, and the toast closes itself. */
export type Toast = {
  kind: ToastKind;
  message: string;
  action?: { label: string; onPress: () => void };
};

/**
 * The session storage key of a sentence for the next page's toaster. A separate module, so that a page without React
 * can read it.
 */
export const passedToastKey = "akiba.toast";
