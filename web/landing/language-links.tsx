import { languages } from "#domain/language.ts";
import { languageNames } from "#web/messages/language.ts";
import { useLanding } from "./landing-texts.ts";

/** To this page in the other languages, each named in itself. Plain links, so that they work without JavaScript. */
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
