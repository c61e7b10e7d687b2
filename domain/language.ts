// How a page can be read: the languages of the group's people, and the themes. Without a choice a page is as the device is set.
export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** The language of that code, or undefined for anything else. */
export function readLanguage(code: unknown): Language | undefined {
  return languages.find((each) => each === code);
}

// The looks that a page can be read in; without a choice it is as the device is set.

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme of that name, or undefined for anything else. */
export function readTheme(name: unknown): Theme | undefined {
  return themes.find((each) => each === name);
}
