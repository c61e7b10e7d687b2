// The words of paying from one's own phone: fetched only where M-PESA asks phones.
export const mpesa = {
  title: "Pay now by M-PESA",
  phone: "Your phone {phone} asks for the PIN. The code comes here by itself.",
  amount: "Amount",
  amountWhole: "Whole shillings, from KES 1 to KES 250,000.",
  forMonth: "For {month}.",
  pay: "Pay now",
  since: "{minutes, plural, =0 {} other {# min }}{seconds} s since it was asked",
  next: {
    waiting:
      "Look at your phone. What M-PESA says is shown here by itself, also if you come back later.",
    unknown: "M-PESA is asked again and again. You can close this and come back.",
    paid: "Code {receipt}. The Treasurer and the Sec-Gen then approve it.",
    paidWithoutCode: "Its code comes by itself. If you have it, you can also type it below.",
    paidUnplaced:
      "Code {receipt}. It is not recorded yet: a notice tells you why, and the officials know.",
    again: "You can try again, or pay otherwise and type the code below.",
    over: "You can pay otherwise and type the code below.",
  },
  check: "Ask M-PESA now",
  end: "I did not pay",
  again: "Try again",
  done: "Done",
  away: "There is no network. What M-PESA says is shown as soon as there is.",
  byHand: "Or type the code of what you have paid",
} as const;
