import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect } from "react";
import { toast as sonner, Toaster as Sonner } from "sonner";
import { useUiTexts } from "./texts.tsx";
import type { Toast } from "./toast.ts";
import { unbroken } from "./unbroken.tsx";

/** Shows one at the top right for five seconds (SCR-10: 5000 ms). */
export function showNow({ kind, message, action }: Toast): void {
  const show = { success: sonner.success, error: sonner.error, note: sonner.info }[kind];
  show(unbroken(message), {
    // The same sentence twice is one toast, shown anew.
    id: `${kind}:${message}`,
    ...(action ? { action: { label: action.label, onClick: action.onPress } } : {}),
  });
}

/** Where the toasts stand. `onReady` when the first may be shown. */
export function ToastView({ onReady }: { onReady: () => void }) {
  const texts = useUiTexts();
  useEffect(onReady, [onReady]);

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
