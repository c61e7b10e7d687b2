import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { toast as sonner, Toaster as Sonner } from "sonner";
import { passedToastKey } from "./passed-toast.ts";
import { useUiTexts } from "./texts.tsx";

type ToastKind = "success" | "error" | "note";

/** `onPress` navigates or opens; the toast closes itself. */
type ToastAction = { label: string; onPress: () => void };

/** Shows a sentence top-right for five seconds (Spec 9, Contract 5: 5000 ms). */
export function showToast(kind: ToastKind, message: string, action?: ToastAction): void {
  const show = { success: sonner.success, error: sonner.error, note: sonner.info }[kind];
  show(message, {
    // The same sentence twice is one toast, shown anew.
    id: `${kind}:${message}`,
    ...(action ? { action: { label: action.label, onClick: action.onPress } } : {}),
  });
}

/** Shows the sentence on the next page that has a toaster, when this one is about to be left. */
export function showToastOnNextPage(kind: ToastKind, message: string): void {
  sessionStorage.setItem(passedToastKey, JSON.stringify({ kind, message }));
}

/** Takes that back, when the page is not left after all. */
export function dropToastForNextPage(): void {
  sessionStorage.removeItem(passedToastKey);
}

/** One per page, near the root. */
export function Toaster() {
  const texts = useUiTexts();
  useEffect(showPassed, []);

  return (
    <Sonner
      position="top-right"
      duration={5000}
      gap={8}
      // Below the top bar, whose buttons stay in reach. On a phone it lies over the bar, not over a dialog's close button.
      offset={{ top: 72, right: 24 }}
      visibleToasts={4}
      closeButton
      containerAriaLabel={texts.notifications}
      icons={{
        success: <CircleCheck aria-hidden className="size-5" />,
        error: <CircleAlert aria-hidden className="size-5" />,
        info: <Info aria-hidden className="size-5" />,
        close: <X aria-hidden className="size-5" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: texts.close,
        classNames: { toast: "toast", success: "toast-good", error: "toast-bad" },
      }}
    />
  );
}

function showPassed(): void {
  const kept = sessionStorage.getItem(passedToastKey);
  if (!kept) return;
  sessionStorage.removeItem(passedToastKey);
  const { kind, message } = JSON.parse(kept) as { kind: ToastKind; message: string };
  showToast(kind, message);
}
