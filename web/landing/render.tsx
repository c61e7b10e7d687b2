import { renderToStaticMarkup, renderToString } from "react-dom/server";
import { IntlProvider } from "use-intl";
import { languages, type Language } from "#domain/language.ts";
import { FirstView } from "#web/app/first-view/view.tsx";
import type { AllTexts } from "#web/messages/words.ts";
import { LandingContext, useLanding, type LandingFile, type LandingWords } from "./page-parts.tsx";
import { Footer, Hero, Join, Services, TopBar } from "./sections.tsx";
import { Testimonials } from "./testimonials.tsx";

export { languages };

/** The landing page's texts in every language that has a folder. */
const files = import.meta.glob<LandingFile>("../../messages/*/web/landing.ts", { eager: true });

/** What the dashboard opens with. */
const first = import.meta.glob<AllTexts>("../../messages/*/web/first.ts", { eager: true });

function wordsIn(language: Language): LandingWords {
  const words = files[`../../messages/${language}/web/landing.ts`];
  if (words === undefined) throw new Error(`messages/${language} has no web/landing.ts`);
  return { language, texts: words.landing, basics: words.basics };
}

/** The values that the build writes for each `{{name}}` in index.html and app.html, in one language. */
export function renderSlots(language: Language): Record<string, string> {
  const words = wordsIn(language);
  const { texts, basics } = words;
  const messages = first[`../../messages/${language}/web/first.ts`]!;
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
    months: Object.values(messages.ui.months).join(" "),
    firstView: renderToStaticMarkup(
      <IntlProvider locale={language} messages={messages} timeZone="Africa/Nairobi">
        <FirstView />
      </IntlProvider>,
    )
      .replaceAll(/ style="[^"]*"/g, "")
      .replaceAll('inert=""', "inert"),
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
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero />
        <Services />
        <Testimonials />
        <Join />
      </main>
      <Footer />
    </>
  );
}
