import type { ReactNode } from "react";
import { useGroupName } from "#web/api/group-name.ts";
import { Mark } from "#web/ui/empty-state.tsx";
import { usePageTitle } from "#web/ui/page.tsx";
import { LanguageSwitch, ThemeSwitch } from "#web/ui/switches.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** A card in the middle of the page with a link home above it, for pages with a single step. */
export function PublicFrame({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  usePageTitle(title, useGroupName());
  return (
    <div className="flex min-h-dvh flex-col items-center gap-8 px-4 py-8 md:justify-center">
      <header className="flex flex-wrap items-center justify-center gap-x-8">
        <HomeLink />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main className="w-full max-w-[440px] rounded-card border border-line bg-card p-6 text-center shadow-float md:p-8">
        <h1 className="text-2xl tracking-tight">{title}</h1>
        <p className="mt-2 mb-6 text-muted">{text}</p>
        {children}
      </main>
    </div>
  );
}

type WideFrameProps = {
  title: string;
  /** The group's name, once it is known. */
  group?: string | undefined;
  children: ReactNode;
};

/** A page wide enough for a form of two columns. */
export function WideFrame({ title, group, children }: WideFrameProps) {
  const usual = useGroupName();
  const groupName = group ?? usual;
  usePageTitle(title, groupName);
  return (
    <div className="mx-auto flex min-h-dvh max-w-3xl flex-col gap-6 px-4 py-6 md:py-10">
      <header className="flex flex-wrap items-center justify-between gap-x-8">
        <HomeLink name={groupName} />
        <LanguageSwitch />
        <ThemeSwitch />
      </header>
      <main>
        <h1 className="mb-4 text-2xl tracking-tight md:text-3xl">{title}</h1>
        {children}
      </main>
    </div>
  );
}

/** The logo and the group's name, as a link to the landing page. */
export function HomeLink({ className, name }: { className?: string; name?: string }) {
  const texts = useUiTexts();
  const groupName = useGroupName();
  return (
    <a
      href="/"
      title={texts.backToStart}
      className={`inline-flex min-h-11 items-center gap-2.5 text-lg font-bold ${className ?? ""}`}
    >
      <Mark />
      <span className="min-w-0 wrap-anywhere">{name ?? groupName}</span>
    </a>
  );
}
