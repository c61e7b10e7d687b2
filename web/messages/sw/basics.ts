import type { basics as english } from "../en/basics.ts";
import type { TextsOf } from "#messages/texts-of.ts";

/** Words of pages before any script runs. */
export const basics = {
  groupName: "Akiba Group",
  skipToContent: "Ruka hadi maudhui",
  needsScript:
    "Vitabu vyako viko kwenye ukurasa huu kwa msaada wa JavaScript. Tafadhali iwashe kwenye kivinjari chako, kisha pakia ukurasa upya.",
} as const satisfies TextsOf<typeof english>;
