import type { TextsOf } from "#messages/texts-of.ts";
import type { offices as english } from "../en/offices.ts";

/** Words of offices that are proposed. */
export const offices = {
  title: "Nyadhifa zilizopendekezwa",
  own: "Wadhifa wako",
  proposed: "{name} amependekezwa kuwa {role}",
  until:
    "Limependekezwa na {by} tarehe {proposed}. Litaanza kutumika {counts}, isipokuwa afisa apinge.",
  agree: "Kubali",
  object: "Pinga",
  withdraw: "Ondoa pendekezo",
  agreeTitle: "Kubali wadhifa wa {name}",
  objectTitle: "Pinga wadhifa wa {name}",
  withdrawTitle: "Ondoa pendekezo la wadhifa wa {name}",
  agreeSummary:
    "{name} anakuwa {role} mara moja, badala ya {counts}. Kila mwanachama anaarifiwa kwa barua pepe.",
  objectSummary: "{name} hatakuwa {role}. Maafisa na {name} wanaarifiwa sababu kwa barua pepe.",
  withdrawSummary: "{name} hapendekezwi tena kuwa {role}. Maafisa na {name} wanaarifiwa.",
  reason: "Sababu",
  reasonHelp: "Inatumwa kwa maafisa na kwa mwanachama kwa barua pepe.",
  reasonRequired: "Toa sababu.",
} as const satisfies TextsOf<typeof english>;
