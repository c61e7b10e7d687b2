import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { cx } from "./cx.ts";
import { useUiTexts } from "./texts.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

const looks: Record<ButtonVariant, string> = {
  primary: "bg-brand text-on-brand hover:bg-brand-strong",
  secondary: "border border-edge bg-card text-ink hover:border-brand hover:bg-brand-soft",
  quiet: "text-brand hover:bg-brand-soft",
  danger: "bg-bad text-card hover:brightness-95",
};

/** The button style for links: `<a className={buttonClass("primary")}>`. */
export function buttonClass(variant: ButtonVariant = "primary", className?: string): string {
  return cx(
    "inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-4 py-2 text-center font-semibold",
    "transition-colors select-none disabled:opacity-50 aria-disabled:opacity-60 [&_svg]:size-5 [&_svg]:flex-none print:hidden",
    looks[variant],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  /** While true the button says so, ignores presses and keeps the focus, which a disabled button would lose. */
  busy?: boolean;
  /** A lucide icon before the words. */
  icon?: ReactNode;
};

export function Button({
  variant = "primary",
  busy = false,
  icon,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };

  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      className={buttonClass(variant, className)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** What it does, for people who do not see the icon. */
  label: string;
  icon: ReactNode;
};

/** A 44 px square with an icon; its name is hidden text, so that it cannot be mistaken for a field's label. */
export function IconButton({ label, icon, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      title={label}
      className={cx(
        "inline-flex size-11 flex-none items-center justify-center rounded-control text-muted transition-colors",
        "hover:bg-sunken hover:text-ink disabled:opacity-40 [&_svg]:size-5 print:hidden",
        className,
      )}
    >
      {icon}
      <span className="sr-only">{label}</span>
    </button>
  );
}

/** A ring with an orange arc. Decorative: put what is loading in words beside it. */
function Spinner({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={cx("animate-turn", className)}>
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  );
}

/** The full-screen spinner of the loading flag (SCR-7). Keep it mounted, so that its start is announced. */
export function LoadingOverlay({ open, label }: { open: boolean; label?: string }) {
  const texts = useUiTexts();

  return (
    <output aria-live="polite">
      {open && (
        <span
          data-loading-overlay
          className="fixed inset-0 z-[60] flex animate-appear items-center justify-center bg-paper/80"
        >
          <span className="flex min-w-44 flex-col items-center gap-4 rounded-card bg-card p-6 shadow-float">
            <Spinner className="size-14 text-brand" />
            <span className="font-semibold">{label ?? texts.loading}</span>
          </span>
        </span>
      )}
    </output>
  );
}
