import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

type DisclosureProps = {
  label: string;
  /** Opened without a press, as when something in it is wrong. */
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** What few need, behind its label: closed until it is pressed. */
export function Disclosure({ label, isOpen, className = "", children }: DisclosureProps) {
  return (
    <details className={`group ${className}`} {...(isOpen === true && { open: true })}>
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 font-semibold">
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
        {label}
      </summary>
      {children}
    </details>
  );
}
