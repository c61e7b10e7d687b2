/** What leads to the pages of an office, whose other words are fetched with them. */
export const cards = {
  audit: {
    title: "Audit Log",
    text: "Who did what, when and from where. Entries can be read, never changed.",
  },
  settings: {
    title: "Group Settings",
    text: "The rules of the group: contributions, loans, fines and the financial year.",
  },
  statements: {
    title: "Statements",
    text: "What the bank and M-PESA say of the group's money, beside what the books say.",
  },
  messages: {
    title: "Messages",
    text: "What members were told by email, SMS and on their screens, and what it cost.",
  },
  opening: {
    title: "Bring your books",
    text: "Savings and loans of a book or an Excel sheet that the group had before.",
  },
};
