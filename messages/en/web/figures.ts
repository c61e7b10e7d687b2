/** Words of what a member is asked about the figures of the group's own book; loaded only with that question. */
export const figures = {
  title: "Is this right?",
  yes: "Yes, that is right",
  no: "No",
  words: "What do you think it is?",
  wordsHelp: "Such as: I paid KES 1,000 in May as well. The officials answer you.",
  wordsRequired: "Say what you think it is.",
  send: "Send to the officials",
  back: "Back",
  savings: "Saved",
  loans: "Owed of loans",
  fines: "Unpaid fines",
  asOf: "As of {day}, from the group's own book",
  answers: {
    yes: "You said: yes, that is right.",
    no: "You said: no.",
    confirmed_on_paper: "Confirmed on paper by an official.",
    resolved: "The officials have answered.",
  },
  yourWords: "“{words}”",
  profileTitle: "From the group's own book",
} as const;
