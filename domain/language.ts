// The languages and themes of a page. Without a choice a page follows the device.

/** Each language by its own name. All else follows this list; messages/README.md says how to add a language. */
export const languageNames = { en: "English", sw: "Kiswahili" } as const;
export type Language = keyof typeof languageNames;

export const languages = Object.keys(languageNames) as readonly Language[];

/** The language stored for a member, or English if this version has no words for it. */
export function languageOf(stored: string): Language {
  return readLanguage(stored) ?? "en";
}

/** The language of that code, or undefined for anything else. */
export function readLanguage(code: unknown): Language | undefined {
  return languages.find((each) => each === code);
}

// The themes of a page; without a choice it follows the device.

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme of that name, or undefined for anything else. */
export function readTheme(name: unknown): Theme | undefined {
  return themes.find((each) => each === name);
}
