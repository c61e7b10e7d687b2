import { Link, type LinkProps } from "@tanstack/react-router";

type TabLinksProps = {
  /** Names the row of tabs. */
  label: string;
  tabs: readonly { to: NonNullable<LinkProps["to"]>; label: string; exact?: boolean }[];
};

/** The sections of an area, each with an address of its own. On a phone they take two rows, so that each is seen. */
export function TabLinks({ label, tabs }: TabLinksProps) {
  return (
    <nav aria-label={label} data-print="never" className="mb-3 border-b md:mb-6 border-line">
      <ul className="-mb-px flex flex-wrap md:gap-x-1">
        {tabs.map((tab) => (
          <li key={tab.to}>
            <Link
              to={tab.to}
              activeOptions={{ exact: tab.exact ?? false, includeSearch: false }}
              className="inline-flex min-h-11 items-center border-b-[3px] px-1 font-semibold whitespace-nowrap outline-offset-[-3px] max-md:text-[0.8125rem] md:px-3"
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
