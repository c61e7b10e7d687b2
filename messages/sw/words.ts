import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/words.ts";

/** Months as they are written in dates, on screens, in PDF files and in the server's sentences alike. */
export const shortMonths = [
  "Jan",
  "Feb",
  "Mac",
  "Apr",
  "Mei",
  "Jun",
  "Jul",
  "Ago",
  "Sep",
  "Okt",
  "Nov",
  "Des",
] as const satisfies TextsOf<typeof en.shortMonths>;

export const offices = {
  Chairperson: "Mwenyekiti",
  Treasurer: "Mweka Hazina",
  "Sec-Gen": "Katibu Mkuu",
} as const satisfies TextsOf<typeof en.offices>;

/** Statuses by their codes. */
export const statuses = {
  pending: "Inasubiri",
  pending_approval: "Inasubiri Idhini",
  approved: "Imeidhinishwa",
  rejected: "Imekataliwa",
  withdrawn: "Imeondolewa",
  not_needed: "Haihitajiki",
  active: "Hai",
  inactive: "Imezimwa",
  dormant: "Tuli",
  cleared: "Imemalizika",
  not_cleared: "Haijamalizika",
  default: "Umepita Muda",
  written_off: "Imefutwa",
  open: "Bado Wazi",
  recovered: "Limerejeshwa",
  unpaid: "Haijalipwa",
  partly_paid: "Imelipwa Kiasi",
  paid: "Imelipwa",
  paid_out: "Imetolewa",
  owed: "Inadaiwa",
} as const satisfies TextsOf<typeof en.statuses>;

/** Words that several groups share: months, offices, and what a report calls a status. */
export const words = {
  severalFields: "Tafadhali sahihisha sehemu zilizowekewa alama.",
  months: {
    1: "Januari",
    2: "Februari",
    3: "Machi",
    4: "Aprili",
    5: "Mei",
    6: "Juni",
    7: "Julai",
    8: "Agosti",
    9: "Septemba",
    10: "Oktoba",
    11: "Novemba",
    12: "Desemba",
  },
  monthsSpan: "{first} hadi {last}",
  shortMonths: {
    1: shortMonths[0],
    2: shortMonths[1],
    3: shortMonths[2],
    4: shortMonths[3],
    5: shortMonths[4],
    6: shortMonths[5],
    7: shortMonths[6],
    8: shortMonths[7],
    9: shortMonths[8],
    10: shortMonths[9],
    11: shortMonths[10],
    12: shortMonths[11],
  },
  day: "{day}",
  moment: "{day}, {time}",
  /** On the landing page, while the group can be set up. */
  setupOffer: {
    title: "Akiba hii ni mpya: anzisha chama chako",
    text: "Kiungo chake kipo kwenye kumbukumbu za seva, pale npm start ilipoendeshwa. npm run setup-link hutengeneza kipya.",
    open: "Nenda kwenye uanzishaji",
  },
  offices,
  statuses,
} as const satisfies TextsOf<typeof en.words>;
