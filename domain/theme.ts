// The looks that a page can be read in; without a choice it is as the device is set.
export const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The theme of that name, or undefined for anything else. */
export function readTheme(name: unknown): Theme | undefined {
  return themes.find((each) => each === name);
}
