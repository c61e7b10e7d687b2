import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Button, IconButton } from "./button.tsx";
import { cx } from "./cx.ts";
import { unbroken } from "./money.tsx";
import { useUiTexts } from "./texts.tsx";

type ModalProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence under the title. */
  description?: ReactNode;
  /** Widths: small 440, medium 560, large 750 (SCR-25: sign-up), wide 1000 px for printed sheets. */
  width?: "small" | "medium" | "large" | "wide";
  children: ReactNode;
};

const widths = {
  small: "md:max-w-[440px]",
  medium: "md:max-w-[560px]",
  large: "md:max-w-[750px]",
  wide: "md:max-w-[1000px]",
};

/** Where the focus goes when a modal opens, and where it returns when it has closed. */
function useFocusWithin() {
  const content = useRef<HTMLDivElement>(null);
  const opener = useRef<Element | null>(null);
  const inList = useRef<() => HTMLElement | null>(() => null);

  // Focuses the first field, not the close button; on touch the sheet itself, so that no keyboard covers it.
  const focusInside = (event: Event) => {
    event.preventDefault();
    opener.current = document.activeElement;
    if (opener.current !== null) inList.current = positionInList(opener.current);
    rememberOutside(document.activeElement);
    const field = content.current?.querySelector<HTMLElement>(
      "input:not([type=hidden]), select, textarea",
    );
    const target = matchMedia("(pointer: fine)").matches ? field : null;
    (target ?? content.current)?.focus();
  };

  const focusBack = (event: Event) => {
    event.preventDefault();
    // Another modal has it already, or whoever closed this one is quicker and types in a field.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    keepFocus([() => standing(opener.current), inList.current, () => standing(openerOutside)]);
  };

  return { content, focusInside, focusBack };
}

/** The generic modal with a title and a close button (SCR-9): centred on a desktop, from the bottom on a phone. */
export function Modal({
  open,
  onClose,
  title,
  description,
  width = "medium",
  children,
}: ModalProps) {
  const texts = useUiTexts();
  const { content, focusInside, focusBack } = useFocusWithin();

  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* Closed, it would draw itself a second time at once, and with it all that came to the page together with it. */}
      {open && (
        <Dialog.Portal>
          {/* Our own backdrop: the library's injects a style element, which the content security policy refuses. */}
          <div data-holds-page className="fixed inset-0 z-50 animate-appear bg-scrim" />
          <Dialog.Content
            ref={content}
            aria-modal
            tabIndex={-1}
            {...(description ? {} : { "aria-describedby": undefined })}
            onOpenAutoFocus={focusInside}
            onCloseAutoFocus={focusBack}
            onInteractOutside={keepOpenForToasts}
            className={cx(
              "fixed z-50 flex max-h-[92dvh] animate-rise flex-col overflow-hidden bg-card shadow-float outline-none",
              "inset-x-0 bottom-0 rounded-t-[1rem]",
              "md:inset-0 md:m-auto md:h-fit md:w-[calc(100%-3rem)] md:rounded-card",
              widths[width],
            )}
          >
            <header className="flex items-start gap-2 border-b border-line py-2 ps-4 pe-2 md:ps-6 md:pe-3">
              <div className="min-w-0 flex-1 py-2">
                <Dialog.Title className="text-xl">{title}</Dialog.Title>
                {description && (
                  <Dialog.Description className="mt-1 text-muted">{description}</Dialog.Description>
                )}
              </div>
              <Dialog.Close asChild>
                <IconButton label={texts.close} icon={<X aria-hidden />} />
              </Dialog.Close>
            </header>
            <Body title={title}>{children}</Body>
          </Dialog.Content>
        </Dialog.Portal>
      )}
    </Dialog.Root>
  );
}

/** Content taller than the window scrolls by keyboard too, even if nothing in it takes the focus. */
function Body({ title, children }: { title: string; children: ReactNode }) {
  const { ref, scrolls } = useScrolls();
  return (
    <div
      ref={ref}
      data-modal-body
      {...(scrolls ? { tabIndex: 0, role: "region", "aria-label": title } : {})}
      className="overflow-y-auto overscroll-contain p-4 pb-[max(1rem,env(safe-area-inset-bottom))] focus-visible:-outline-offset-2 md:p-6"
    >
      <div>{children}</div>
    </div>
  );
}

/** Where the focus returns when one modal followed another and the button that opened it is gone. */
let openerOutside: Element | null = null;

function standing(element: Element | null): HTMLElement | null {
  return element instanceof HTMLElement && element.isConnected && element !== document.body
    ? element
    : null;
}

function rememberOutside(element: Element | null): void {
  if (element && element !== document.body && !element.closest("[role=dialog]"))
    openerOutside = element;
}

/** A press on a toast above the modal is not a press outside it. */
function keepOpenForToasts(event: CustomEvent<{ originalEvent: Event }>): void {
  const target = event.detail.originalEvent.target;
  if (target instanceof Element && target.closest("[data-toaster]")) event.preventDefault();
}

type MessageDialogProps = {
  /** The sentence; null shows nothing. */
  message: string | null;
  title: string;
  onClose: () => void;
};

/** One announced sentence with a close button: replaces the browser's alert (SCR-26). */
export function MessageDialog({ message, title, onClose }: MessageDialogProps) {
  const texts = useUiTexts();
  return (
    <Modal open={message !== null} onClose={onClose} title={title} width="small">
      <p role="alert" className="text-lg">
        {unbroken(message)}
      </p>
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </div>
    </Modal>
  );
}

/**
 * Whether a box has more content than it shows: only then must it be a tab stop. The box has one child, with the size
 * of all its content.
 */
function useScrolls() {
  const ref = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);

  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const watch = new ResizeObserver(() =>
      setScrolls(box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight + 1),
    );
    watch.observe(box);
    if (box.firstElementChild) watch.observe(box.firstElementChild);
    return () => watch.disconnect();
  }, []);

  return { ref, scrolls };
}

// Where the focus goes in a list when its row disappears: an item was decided, a member left it.

/** The control at the same position in the list as `opener` was at the time of the call; null if it was in none. */
function positionInList(opener: Element): () => HTMLElement | null {
  const row = opener.closest("tbody > tr, li");
  const list = row?.parentElement;
  if (!row || !list) return () => null;
  const index = [...list.children].indexOf(row);
  const words = firstWord(opener);
  return () => {
    if (!list.isConnected) return null;
    const rows = [...list.children];
    const next = rows[Math.min(index, rows.length - 1)];
    const controls = [...(next?.querySelectorAll<HTMLElement>("button:enabled, a[href]") ?? [])];
    return controls.findLast((each) => firstWord(each) === words) ?? controls.at(-1) ?? null;
  };
}

/**
 * Focuses the first element that still exists. If it disappears while it has the focus, as a row does when its list
 * is refetched, the next one follows, and finally the page: the focus is never lost.
 */
function keepFocus(targets: readonly (() => HTMLElement | null)[]): void {
  const focusFirst = () => {
    for (const target of [...targets, thePage]) {
      const element = target();
      element?.focus();
      if (element && document.activeElement === element) return;
    }
  };
  focusFirst();
  const watch = new MutationObserver(() => {
    if (document.activeElement === document.body) focusFirst();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  // Longer than any refetch of a list takes; by then the person has moved the focus themselves.
  setTimeout(() => watch.disconnect(), 10_000);
}

function thePage(): HTMLElement | null {
  return document.getElementById("content");
}

/** "Approve/Reject Kerubo Momanyi" is "Approve/Reject" in the next row too. */
function firstWord(element: Element): string {
  return element.textContent.trim().split(" ")[0] ?? "";
}
