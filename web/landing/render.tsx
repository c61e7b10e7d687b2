import { renderToString } from "react-dom/server";
import { languages, type Language } from "#domain/language.ts";
import { LandingContext, useLanding, type LandingFile, type LandingWords } from "./page-parts.tsx";
import { Footer, Hero, Join, Services, TopBar } from "./sections.tsx";
import { Testimonials } from "./testimonials.tsx";

export { languages };

/** The landing page's texts in every language that has a folder. */
const files = import.meta.glob<LandingFile>("../../messages/*/web/landing.ts", { eager: true });

function wordsIn(language: Language): LandingWords {
  const words = files[`../../messages/${language}/web/landing.ts`];
  if (words === undefined) throw new Error(`messages/${language} has no web/landing.ts`);
  return { language, texts: words.landing, basics: words.basics };
}

/** The values that the build writes for each `{{name}}` in index.html and app.html, in one language. */
export function renderSlots(language: Language): Record<string, string> {
  const words = wordsIn(language);
  const { texts, basics } = words;
  return {
    language,
    groupName: basics.groupName,
    needsScript: basics.needsScript,
    title: `${basics.groupName}: ${texts.pageTitle}`,
    description: texts.description,
    scriptFailed: texts.scriptFailed,
    landing: renderToString(
      <LandingContext value={words}>
        <LandingPage />
      </LandingContext>,
    ),
  };
}

/** The landing page (SCR-2). The build renders it; in the browser main.ts makes it interactive without React. */
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
