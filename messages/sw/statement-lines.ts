import type { statementLines as english } from "../en/statement-lines.ts";
import type { TextsOf } from "../texts-of.ts";

/** What a line of a statement is, or may be, and why. */
export const statementLines = {
  matched: {
    reference: "Kumbukumbu na kiasi vinalingana",
    code: "Msimbo wa M-PESA na kiasi vinalingana",
    by_hand: "Umelinganishwa na afisa",
    recorded: "Yamerekodiwa kutoka mstari huu",
    booked: "Imeingizwa vitabuni kutoka mstari huu",
  },
  suggested: {
    "other-amount": "Nambari ya malipo ni ile ile, lakini iliingizwa kama {amount}",
    account: "Mlipaji aliandika akaunti ya mwanachama huyu",
    "account-claimed": "Mlipaji aliandika akaunti ya mwanachama huyu, naye alitaja kiasi hiki",
    name: "Jina ni la mwanachama huyu, na kiasi kinalingana",
    "name-claimed": "Jina ni la mwanachama huyu, ambaye alitaja kiasi hiki",
    entry: "Kiasi ni kilekile, kiko vitabuni tarehe {date}",
  },
} as const satisfies TextsOf<typeof english>;
