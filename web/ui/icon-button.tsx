import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx.ts";

type IconButtonProps = Omit<ComponentProps<"button">, "children"> & {
  /** What it does, for those who do not see the icon. */
  label: string;
  icon: ReactNode;
};

/** A 44 px square with an icon; its name is hidden text, so that it is never taken for a field's label. */
export function IconButton({ label, icon, className, type = "button", ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      title={label}
      className={cx(
        "inline-flex size-11 flex-none items-center justify-center rounded-control text-muted transition-colors",
        "hover:bg-sunken hover:text-ink disabled:opacity-40 [&_svg]:size-5",
        className,
      )}
    >
      {icon}
      <span className="sr-only">{label}</span>
    </button>
  );
}
