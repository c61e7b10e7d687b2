import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const listClass = "flex gap-1 overflow-x-auto border-b border-line";
const tabClass =
  "inline-flex min-h-11 items-center border-b-2 border-transparent px-3 font-semibold whitespace-nowrap text-muted " +
  "transition-colors hover:text-ink focus-visible:-outline-offset-2";
const chosenClass = "border-brand text-brand";

type TabsProps = {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs within one page. */
export function Tabs({ label, tabs, value, onValueChange }: TabsProps) {
  const control = value === undefined ? { defaultValue: tabs[0]?.value ?? "" } : { value };

  return (
    <Radix.Root {...control} {...(onValueChange ? { onValueChange } : {})}>
      <Radix.List aria-label={label} className={listClass}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={cx(
              tabClass,
              "data-[state=active]:border-brand data-[state=active]:text-brand",
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

/** Tabs that are pages of their own: put the router's links inside, dressed by `tabLinkClass`. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={listClass}>
      {children}
    </nav>
  );
}

export function tabLinkClass(chosen: boolean): string {
  return cx(tabClass, chosen && chosenClass);
}
