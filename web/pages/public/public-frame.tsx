import type { ReactNode } from "react";
import { LanguageSwitch } from "#web/ui/language-switch.tsx";
import { ThemeSwitch } from "#web/ui/theme-switch.tsx";
import { Mark } from "#web/ui/mark.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";

/** A card in the middle of the page, with the way home above it. For errands of one step. */
export function PublicFrame({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
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

/** The mark and the group's name, leading to the landing page. */
export function HomeLink({ className }: { className?: string }) {
  const texts = useUiTexts();
  return (
    <a
      href="/"
      title={texts.backToStart}
      className={`inline-flex min-h-11 items-center gap-2.5 text-lg font-bold ${className ?? ""}`}
    >
      <Mark />
      {texts.groupName}
    </a>
  );
}
