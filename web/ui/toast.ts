export type ToastKind = "success" | "error" | "note";

/** A sentence that comes and goes; `onPress` of its action navigates or opens, and the toast closes itself. */
export type Toast = {
  kind: ToastKind;
  message: string;
  action?: { label: string; onPress: () => void };
};
