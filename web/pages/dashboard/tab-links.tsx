import { Link, useRouterState, type LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

type TabLinksProps = {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { to: NonNullable<LinkProps["to"]>; label: string; exact?: boolean }[];
};

/** The sections of an area, each with an address of its own. On a phone the row scrolls sideways. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  const row = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });

  useEffect(() => {
    if (path === undefined) return;
    const active = row.current?.querySelector("[aria-current=page]");
    active?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [path]);

  return (
    <nav
      ref={row}
      aria-label={label}
      data-print="never"
      className="tab-row -mx-4 mb-6 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
    >
      <ul className="flex min-w-max gap-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
              className="inline-flex min-h-11 items-center border-b-[3px] px-2 font-semibold whitespace-nowrap outline-offset-[-3px] md:px-3"
              activeProps={{ className: "border-brand text-brand" }}
              inactiveProps={{
                className: "border-transparent text-muted hover:border-line hover:text-ink",
              }}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
