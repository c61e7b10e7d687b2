/** The landing page. SCR-2 gives the headline, the card titles and the button's words. */
export const landing = {
  pageTitle: "empower saving, simplify borrowing",
  description:
    "A savings and lending group for people who know each other: monthly contributions, interest-friendly loans and books that everybody can read.",
  menu: "Menu",
  sections: "Sections",
  theme: "Appearance",
  themes: { light: "Light", dark: "Dark", system: "As the device" },
  services: "Services",
  testimonials: "Testimonials",
  join: "Join",
  signIn: "Sign In",
  signUp: "Sign Up",
  openDashboard: "Open dashboard",
  seeHow: "See how it works",
  hero: {
    headline: "Empower Saving. Simplify Borrowing.",
    text: "Put a little aside every month with people you know. Borrow from the same pot when life asks for it. Every shilling is written down where all of you can see it.",
    button: "Join Now",
  },
  book: {
    label: "An example page from a member's book",
    heading: "Savings book",
    member: "Wanjiku K.",
    rows: [
      { month: "January", amount: "1,000.00" },
      { month: "February", amount: "1,000.00" },
      { month: "March", amount: "1,500.00" },
    ],
    total: "Saved so far",
    totalAmount: "3,500.00",
    approved: "Approved by the Treasurer and the Sec-Gen",
  },
  servicesHeading: "One pot, three promises",
  cards: {
    contributions: {
      title: "Monthly Contributions",
      text: "Grow savings as a community.",
      detail: "Pay by M-Pesa or bank, note the reference, and see it approved by two officials.",
    },
    loans: {
      title: "Interest-Friendly Loans",
      text: "Borrow from your group without banks.",
      detail: "You see the cost before you apply, and the interest comes back to the group.",
    },
    tracking: {
      title: "Automated Tracking",
      text: "Track payments and dividends.",
      detail: "Receipts, balances and reports that add up to the cent, on any phone.",
    },
  },
  testimonialsHeading: "What members say",
  carousel: {
    role: "carousel",
    slideRole: "slide",
    slide: "{number} of {count}",
    show: "{name}, on {topic}",
    previous: "Previous quote",
    next: "Next quote",
    pause: "Pause the quotes",
    play: "Play the quotes",
  },
  quotes: [
    {
      topic: "School fees",
      quote:
        "Every January I used to borrow for fees. Now I save for them all year, and January is just another month.",
      name: "Wanjiku Kamau",
    },
    {
      topic: "A second sewing machine",
      quote: "The loan was approved within the week, and I knew what it would cost before I asked.",
      name: "Brian Otieno",
    },
    {
      topic: "Trust",
      quote:
        "Two people sign for every shilling. In all these years we have not quarrelled about money once.",
      name: "Amina Hassan",
    },
    {
      topic: "A hospital night",
      quote:
        "My mother fell ill on a Sunday. The emergency loan paid the hospital; I repaid it in four months.",
      name: "Peter Mutua",
    },
    {
      topic: "Dividends",
      quote:
        "I opened my phone and there was my share of the year's interest. Our own money, working for us.",
      name: "Faith Chebet",
    },
    {
      topic: "Keeping the books",
      quote:
        "I was Treasurer in the years of the exercise book. Today the books balance before my tea is cold.",
      name: "Joseph Wafula",
    },
  ],
  joinHeading: "The best day to plant a tree was years ago. The next best is payday.",
  joinText: "Sign up in two minutes, confirm your email, and the Chairperson welcomes you in.",
  joinButton: "Become a member",
  rights: "Saving and lending among members.",
  checkProof: "Check a proof",
  scriptFailed: "The form could not be loaded. Check your internet connection and try again.",
} as const;

/** Words of pages before any script runs. */
export const basics = {
  groupName: "Akiba Group",
  skipToContent: "Skip to content",
  needsScript:
    "Your books live in this page with the help of JavaScript. Please switch it on in your browser, then reload.",
} as const;
