import type { TextsOf } from "#messages/message.ts";
import type { invitations as english } from "../en/invitations.ts";

/** Words of invitations: the Chairperson's page, and what an invited person sees. */
export const invitations = {
  title: "Mialiko",
  text: "Alika wanachama kwa kiungo: kimoja cha chama, au kimoja kwa kila mtu.",
  back: "Usimamizi",
  personTitle: "Alika mtu mmoja",
  personText:
    "Kiungo kinatumika mara moja, kwa siku 7. Anayejisajili kwacho anakuwa mwanachama mara barua pepe yake inapothibitishwa: huhitaji kumwidhinisha tena.",
  invitePerson: "Tengeneza mwaliko",
  inviteOffice: "Alika kama {office}",
  fields: {
    name: "Jina",
    email: "Barua pepe",
    phone: "Simu",
    reg_number: "Nambari ya usajili",
    role: "Wadhifa",
  },
  emailHelp: "Mwaliko unatumwa hapo.",
  regNumberHelp: "Mwaliko basi unakubali nambari hii tu.",
  noOffice: "Bila wadhifa",
  officeHelp:
    "Hutolewa pamoja na uanachama wakati vitabu ni vitupu. Baadaye hupendekezwa kwa mwenye mchango ulioidhinishwa.",
  groupTitle: "Kiungo cha chama",
  groupText:
    "Kiungo kimoja kwa wote, kwa siku 30. Anayejisajili kwacho anasubiri idhini yako. Kiungo kipya kinafunga cha awali.",
  makeGroupLink: "Tengeneza kiungo",
  renewGroupLink: "Tengeneza kiungo kipya",
  ready: "Kiungo kiko tayari",
  readyFor: "Kiungo cha {whom} kiko tayari",
  once: "Kinaonyeshwa sasa tu. Kinatumika hadi {moment}.",
  link: "kiungo",
  whatsapp: "WhatsApp",
  sms: "SMS",
  message: "Jiunge na {group} kwenye Akiba: {url}",
  listTitle: "Mialiko iliyotengenezwa",
  none: "Bado hakuna mialiko",
  noneHint: "Unaowaalika wako hapa, pamoja na yaliyotokea.",
  someone: "Mtu",
  signUps: "{count, plural, one {# amejisajili} other {# wamejisajili}}",
  usedBy: "amejisajili kama {name}",
  until: "hadi {moment}",
  states: { open: "Wazi", used: "Umetumika", ended: "Umefungwa", expired: "Umepitwa" },
  end: "Funga",
  endTitle: "Ufunge mwaliko: {whom}?",
  endText:
    "Kiungo chake kinaacha kufanya kazi mara moja, popote kilipotumwa. Unaweza kutengeneza kingine wakati wowote.",
  endGroupText:
    "Kiungo cha chama kinaacha kufanya kazi mara moja, popote kilipotumwa. Waliojisajili kwacho wanabaki. Unaweza kutengeneza kingine wakati wowote.",
  endNow: "Funga mwaliko",
  claimTitle: "Tayari uko kwenye kitabu cha chama",
  claimText: "Angalia kinachojulikana, na uchague nenosiri. Kuna kosa? Mwambie Mwenyekiti.",
  claimKnown: "Kitabu kina {masked}. Acha wazi ikiwa ni sahihi.",
  joinTitle: "Jiunge na {group}",
  joinText: "{by} anakualika ujiunge na {group}.",
  joinAs: "{by} anakualika ujiunge na {group} kama {office}.",
  joinAtOnce: "Unakuwa mwanachama mara barua pepe yako inapothibitishwa.",
  joinWaits: "Baadaye Mwenyekiti anakuidhinisha.",
  deadTitle: "Mwaliko huu haufanyi kazi",
} as const satisfies TextsOf<typeof english>;
