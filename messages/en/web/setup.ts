/** Words of the first start of a group, and of what is left of it. */
export const setup = {
  title: "Set up your group",
  stepsLabel: "Steps of the setup",
  stepDone: "done",
  stepOf: "{number} of 5: {name}",
  steps: {
    group: "The group",
    chairperson: "Your account",
    offices: "The other offices",
    books: "The books",
    mail: "What is left",
  },
  meaning: {
    group:
      "What your group is called and what its members pay. All of it can be changed later under Admin, Settings.",
    chairperson:
      "You become the Chairperson: you approve members and give the offices. You are signed in at once, and confirm your email later.",
    offices:
      "A Treasurer and a Sec-Gen approve every payment together. Invite them now, by mail or by a link that you send yourself. It works once, for 7 days.",
    books: "Say whether your group begins today, or has been saving for a while.",
    mail: "Your group is ready. What is not done yet stays on your home page until it is.",
  },
  next: "Next",
  back: "Back",
  found: "Set up {group}",
  required: "{label} is required.",
  firstOf: "1 {month}",
  months: {
    m1: "January",
    m2: "February",
    m3: "March",
    m4: "April",
    m5: "May",
    m6: "June",
    m7: "July",
    m8: "August",
    m9: "September",
    m10: "October",
    m11: "November",
    m12: "December",
  },
  group: {
    language: { label: "Language", help: "Yours, also in mails. Each member chooses their own." },
    group_name: { label: "Name of the group", help: "It is on every page and report." },
    bank_name: {
      label: "Name of the bank",
      help: "What the bank account is called in the reports.",
    },
    monthly_contribution: {
      label: "Monthly contribution",
      help: "What each member saves every month.",
    },
    financial_year_start: {
      label: "The group's year starts on",
      help: "Profit and loss is counted and closed for each year from this day.",
    },
    late_fine_after_months: {
      label: "Late fine after (months)",
      help: "Whoever has paid nothing for longer than this is fined.",
    },
    late_fine_amount: {
      label: "Late fine for each month",
      help: "For every full month beyond those. 0 charges none.",
    },
  },
  offices: { treasurer: "Treasurer", "sec-gen": "Sec-Gen" },
  books: {
    new: {
      title: "New group",
      text: "Nothing has been paid yet. The books begin empty, with the first approved payment.",
      choose: "We begin new",
    },
    books: {
      title: "We have books already",
      text: "Members have savings and loans in a book or an Excel sheet. Do not approve payments yet: what you have comes in first.",
      choose: "We have books",
    },
  },
  noMailTitle: "Mail reaches nobody yet",
  noMailText:
    "This server has no SMTP_URL. Until it has, send invitations by hand. Activation links are shown by npm run mail on the server.",
  closedTitle: "{group} is set up",
  closedText: "The group has a Chairperson. Sign in, or ask the Chairperson for an invitation.",
  nothingLeft: "Everything of the setup is done.",
  signIn: "Sign In",
  noLinkTitle: "Open the setup by its link",
  noLinkText:
    "The link is in the log of the server, where npm start was run: it begins with “Set up your group”. npm run setup-link makes a new one.",
  toHome: "Go to your home page",
  leftTitle: "Left to do for your group",
  invite: "Invite",
  seeInvitation: "See the invitation",
  goOn: "Go on",
  bringBooks: "Bring the books",
  sendTest: "Send a test mail",
  changeEmail: "Open your profile",
  left: {
    confirm_email: {
      title: "Confirm your email",
      text: "{mailed, select, yes {Open the link that was mailed to {email}.} other {Open the link for {email}: this server sends no mail, but npm run mail shows it.}} If the address is wrong, change it in your profile.",
    },
    treasurer: {
      title: "Invite a Treasurer",
      text: "Without a Treasurer no payment is approved.",
    },
    treasurer_invited: {
      title: "The Treasurer has not joined yet",
      text: "The invitation is open. It works once, for 7 days.",
    },
    sec_gen: {
      title: "Invite a Sec-Gen",
      text: "Without a Sec-Gen no payment is approved.",
    },
    sec_gen_invited: {
      title: "The Sec-Gen has not joined yet",
      text: "The invitation is open. It works once, for 7 days.",
    },
    begins: {
      title: "Say how the group begins",
      text: "With empty books, or with the books it has.",
    },
    bring_books: {
      title: "Bring your books",
      text: "Savings and loans that you have come in before the first payment is approved.",
    },
    confirm_claims: {
      title: "Somebody claims a name of the group's book",
      text: "Nothing in the book reaches them. Meet them, and confirm that they are who the book names.",
    },
    accept_books: {
      title: "The group's book waits for you",
      text: "The Treasurer proposes a sheet. Look at it, and accept or refuse it.",
    },
    no_mail: {
      title: "Let mail reach your members",
      text: "This server has no SMTP_URL: mail reaches nobody but who runs npm run mail.",
    },
    test_mail: {
      title: "Try whether mail arrives",
      text: "A test mail goes to {email}.",
    },
  },
} as const;
