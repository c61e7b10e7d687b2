// What the sections of the landing page share: its texts, links and buttons.
import { createContext, useContext, type ReactNode } from "react";
import { languageNames, languages, type Language } from "#domain/language.ts";
import type { TextsOf } from "#messages/message.ts";

export type LandingFile = TextsOf<typeof import("#messages/en/web/landing.ts")>;

export type LandingWords = {
  language: Language;
  texts: LandingFile["landing"];
  basics: LandingFile["basics"];
};

/** The texts of the page that the build is rendering. */
export const LandingContext = createContext<LandingWords | null>(null);

export function useLanding(): LandingWords {
  const words = useContext(LandingContext);
  if (words === null) throw new Error("the landing page is rendered without words");
  return words;
}

export function Anchors() {
  const { texts } = useLanding();
  const anchors = [
    { href: "#services", label: texts.services },
    { href: "#testimonials", label: texts.testimonials },
    { href: "#join", label: texts.join },
  ];
  return anchors.map(({ href, label }) => (
    <a key={href} href={href}>
      {label}
    </a>
  ));
}

/** The default name of the group. The browser replaces it by the group's own name (main.ts). */
export function GroupName() {
  return <span data-group-name>{useLanding().basics.groupName}</span>;
}

/** Links to this page in the other languages, each named in its own language. They work without JavaScript. */
export function LanguageLinks() {
  const { language } = useLanding();
  return languages
    .filter((each) => each !== language)
    .map((each) => (
      <a key={each} href={`/?language=${each}`} lang={each} hrefLang={each}>
        {languageNames[each]}
      </a>
    ));
}

type OpenButtonProps = { opens: "sign-in" | "sign-up"; className: string; children: ReactNode };

/**
 * A button that opens a modal of the island. Without JavaScript, or before the script has loaded, it is a form that
 * leads to the sign-up page, or back here with the request to sign in.
 */
export function OpenButton({ opens, className, children }: OpenButtonProps) {
  return (
    <form action={opens === "sign-up" ? "/sign-up" : "/"}>
      {opens === "sign-in" && <input type="hidden" name="open" value="sign-in" />}
      <button type="submit" data-open={opens} className={className}>
        {children}
      </button>
    </form>
  );
}
