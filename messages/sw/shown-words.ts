// Months, offices and statuses, on screens, in PDF files and in the server's sentences alike.

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
] as const;

export const offices = {
  Chairperson: "Mwenyekiti",
  Treasurer: "Mweka Hazina",
  "Sec-Gen": "Katibu Mkuu",
} as const;

/** Statuses by their codes. */
export const statuses = {
  pending: "Inasubiri",
  pending_approval: "Inasubiri Idhini",
  approved: "Imeidhinishwa",
  rejected: "Imekataliwa",
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
} as const;
