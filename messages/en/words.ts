/** Months as they are written in dates, on screens, in PDF files and in the server's sentences alike. */
export const shortMonths = [
  "Jan",
  "Feb",
  "Mar",
  "Apr",
  "May",
  "Jun",
  "Jul",
  "Aug",
  "Sep",
  "Oct",
  "Nov",
  "Dec",
] as const;

export const offices = {
  Chairperson: "Chairperson",
  Treasurer: "Treasurer",
  "Sec-Gen": "Sec-Gen",
} as const;

/** Statuses by their codes, as reports write them; the screens have their own (web/first.ts). */
export const statuses = {
  pending: "Pending",
  pending_approval: "Pending approval",
  approved: "Approved",
  rejected: "Rejected",
  withdrawn: "Withdrawn",
  not_needed: "Not needed",
  active: "Active",
  inactive: "Inactive",
  dormant: "Dormant",
  cleared: "Cleared",
  not_cleared: "Not cleared",
  default: "Default",
  written_off: "Written off",
  open: "Open",
  recovered: "Recovered",
  unpaid: "Unpaid",
  partly_paid: "Partly paid",
  paid: "Paid",
  paid_out: "Paid out",
  owed: "Owed",
} as const;

/** Words that several groups share: months, offices, and what a report calls a status. */
export const words = {
  /** When several fields of a form are wrong. */
  severalFields: "Please correct the highlighted fields.",
  months: {
    1: "January",
    2: "February",
    3: "March",
    4: "April",
    5: "May",
    6: "June",
    7: "July",
    8: "August",
    9: "September",
    10: "October",
    11: "November",
    12: "December",
  },
  monthsSpan: "{first} to {last}",
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
  /** A day by itself. */
  day: "{day}",
  /** An instant, such as "16 Mar 2026 at 09:00". */
  moment: "{day} at {time}",
  offices,
  statuses,
  /** On the landing page, while the group can be set up. */
  setupOffer: {
    title: "This Akiba is new: set up your group",
    text: "The link for it is in the log of the server, where npm start was run. npm run setup-link makes a new one.",
    open: "Go to the setup",
  },
} as const;
