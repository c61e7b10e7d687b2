import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useRef, type ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { useUiTexts } from "./texts.tsx";

type MenuDrawerProps = { open: boolean; onClose: () => void; title: string; children: ReactNode };

/** The menu of a phone: slides in from the side, traps the focus, closes on Escape or a press beside it. */
export function MenuDrawer({ open, onClose, title, children }: MenuDrawerProps) {
  const texts = useUiTexts();
  const opener = useRef<Element | null>(null);

  /** Returns the focus to the button that opened it, unless the chosen page has taken it. */
  function focusBack(event: Event): void {
    event.preventDefault();
    if (document.activeElement === document.body && opener.current instanceof HTMLElement)
      opener.current.focus();
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* Closed, it would draw itself a second time at once, and with it all that came to the page together with it. */}
      {open && (
        <Dialog.Portal>
          <div data-holds-page className="fixed inset-0 z-40 animate-appear bg-scrim" />
          <Dialog.Content
            aria-modal
            aria-describedby={undefined}
            onOpenAutoFocus={() => (opener.current = document.activeElement)}
            onCloseAutoFocus={focusBack}
            className="fixed inset-y-0 start-0 z-50 flex w-[min(18rem,86vw)] animate-slide flex-col bg-card shadow-float outline-none"
          >
            <header className="flex items-center gap-2 border-b border-line py-2 ps-4 pe-2">
              <Dialog.Title className="min-w-0 flex-1 text-lg">{title}</Dialog.Title>
              <Dialog.Close asChild>
                <IconButton label={texts.close} icon={<X aria-hidden />} />
              </Dialog.Close>
            </header>
            <div className="flex-1 overflow-y-auto overscroll-contain p-2">{children}</div>
          </Dialog.Content>
        </Dialog.Portal>
      )}
    </Dialog.Root>
  );
}
