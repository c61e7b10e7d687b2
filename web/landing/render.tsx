import { renderToString } from "react-dom/server";
import { basics as basicsEn, landing as landingEn } from "#web/messages/en/landing.ts";
import { languages, type Language } from "#domain/language.ts";
import { basics as basicsSw, landing as landingSw } from "#web/messages/sw/landing.ts";
import { Hero } from "./hero.tsx";
import { Footer, Join } from "./join.tsx";
import { LandingContext, useLanding } from "./landing-texts.ts";
import { Services } from "./services.tsx";
import { Testimonials } from "./testimonials.tsx";
import { TopBar } from "./top-bar.tsx";

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

/** The landing page (SCR-2). Static: rendered at build, brought to life by main.ts, without React in the browser. */
function LandingPage() {
  const { basics } = useLanding();
  return (
    <>
      <a href="#content" className="skip">
        {basics.skipToContent}
      </a>
      <TopBar />
      <main id="content">
        <Hero />
        <Services />
        <Testimonials />
        <Join />
      </main>
      <Footer />
    </>
  );
}
