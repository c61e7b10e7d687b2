export type ToastKind = "success" | "error" | "note";

/** A sentence that comes and goes; `onPress` of its action navigates or opens, and the toast closes itself. */
export type Toast = {
  kind: ToastKind;
  message: string;
  action?: { label: string; onPress: () => void };
};

/** Where a sentence waits in session storage for the next page's toaster. Apart, so that a page without React can look. */
export const passedToastKey = "akiba.toast";
