// The languages and themes of a page. Without a choice a page follows the device.
export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

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
