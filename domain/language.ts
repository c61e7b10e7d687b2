// The languages that the group's people read.
export const languages = ["en", "sw"] as const;
export type Language = (typeof languages)[number];

/** The language of that code, or undefined for anything else. */
export function readLanguage(code: unknown): Language | undefined {
  return languages.find((each) => each === code);
}
