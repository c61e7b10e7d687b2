import { renderToString } from "react-dom/server";
import { basics as basicsEn } from "#web/messages/en/basics.ts";
import { landing as landingEn } from "#web/messages/en/landing.ts";
import { languages, type Language } from "#domain/language.ts";
import { basics as basicsSw } from "#web/messages/sw/basics.ts";
import { landing as landingSw } from "#web/messages/sw/landing.ts";
import { LandingContext } from "./landing-texts.ts";
import { LandingPage } from "./page.tsx";

export { languages };

const words = {
  en: { language: "en", texts: landingEn, basics: basicsEn },
  sw: { language: "sw", texts: landingSw, basics: basicsSw },
} as const satisfies Record<Language, unknown>;

/** What stands in index.html and app.html as `{{name}}`, in one language; for the build. */
export function renderSlots(language: Language): Record<string, string> {
  const { texts, basics } = words[language];
  return {
    language,
    groupName: basics.groupName,
    needsScript: basics.needsScript,
    title: `${basics.groupName}: ${texts.pageTitle}`,
    description: texts.description,
    scriptFailed: texts.scriptFailed,
    landing: renderToString(
      <LandingContext value={words[language]}>
        <LandingPage />
      </LandingContext>,
    ),
  };
}
