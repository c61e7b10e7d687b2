import type { TextsOf } from "#messages/message.ts";
import type { auditors as english } from "../en/auditors.ts";

export const auditors: TextsOf<typeof english> = {
  title: "Wakaguzi",
  text: "Mtu asiye mwanachama anaweza kusoma vitabu, wanachama na kumbukumbu kwa siku kadhaa, bila kubadilisha chochote. Kila mwanachama huliona hilo kwenye ukurasa wake wa nyumbani.",
  none: "Hakuna anayesoma vitabu kama mkaguzi.",
  invite: "Alika mkaguzi",
  inviteTitle: "Alika mkaguzi",
  inviteSummary:
    "Utapata kiungo cha kumpa. Kinaonyeshwa mara moja tu, na hufungua vitabu hadi siku ya mwisho.",
  name: "Jina",
  nameHelp: "Anayekagua vitabu, kama vile kampuni.",
  nameRequired: "Taja anayekagua vitabu.",
  days: "Siku",
  daysHelp: "Kuanzia siku 1 hadi {most}.",
  until: "Hadi {date}",
  neverEntered: "hajaingia bado",
  entered: "aliingia mara ya mwisho {moment}",
  end: "Maliza nafasi",
  endTitle: "Maliza nafasi ya {name}",
  endText: "Kiungo hakitafungua chochote tena, na anayesoma vitabu kwacho anatolewa mara moja.",
  link: "kiungo",
  linkOnce: "Nakili kiungo cha {name} sasa: kinaonyeshwa mara hii tu.",
  enterTitle: "Soma vitabu kama mkaguzi",
  enterText:
    "Utaona ripoti, jarida, wanachama na kumbukumbu, bila kubadilisha chochote. Aliyeingia kwenye kifaa hiki anatolewa.",
  enter: "Ingia",
  back: "Uhasibu",
  backToMembers: "Wanachama na taarifa zao",
  members: "Wanachama na taarifa zao",
  membersText: "Kila mwanachama, na yote yaliyotokea kwenye akaunti yake.",
  contributions: "Michango",
  statementOf: "Taarifa ya {name}",
  moved: "Yaliyotokea",
  settings: "Mipangilio ya chama",
  settingsText: "Kanuni za chama, na kila badiliko lake.",
};
