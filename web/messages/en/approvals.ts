/** Words of the officials' approvals. */
export const approvals = {
  title: "Available Approvals",
  subtitle: "What waits for your decision as {office}.",
  none: "No approvals available for you at the moment",
  noneHint: "New payments and loan applications of members appear here as soon as they are made.",
  count: "{count, plural, one {# item} other {# items}}",
  view: "View",
  back: "Available Approvals",

  contribution: {
    title: "Monthly Contribution Approvals",
    text: "Contributions that members have recorded.",
    caption: "Contributions waiting for your decision",
    dialog: "Approve or reject contribution",
    choose: "{amount} of {member} for {month}.",
    first:
      "You approve {amount} of {member} for {month}. It is entered in the books when the {other} approves it too.",
    second:
      "You approve {amount} of {member} for {month}. The {other} has approved it already, so it is entered in the books at once.",
    reject: "You reject {amount} of {member} for {month}. This is final.",
  },
  loanApplication: {
    title: "Loan Application Approvals",
    text: "Loans that members have applied for.",
    caption: "Loan applications waiting for your decision",
    none: "No pending loan applications available at the moment",
    noneHint: "An application appears here as soon as a member makes it.",
    dialog: "Approve or reject loan application",
    choose: "{amount} to {member}.",
    first:
      "You approve the loan of {amount} to {member}. When the {other} approves it too, {amount} is paid out and {total} is due {months, plural, one {# month} other {# months}} later.",
    second:
      "You approve the loan of {amount} to {member}. The {other} has approved it already, so {amount} is paid out at once and {total} is due on {due}.",
    reject: "You reject the loan of {amount} to {member}. This is final.",
  },
  loanPayment: {
    title: "Loan Payment Approvals",
    text: "Repayments of loans that members have recorded.",
    caption: "Loan payments waiting for your decision",
    dialog: "Approve or reject loan payment",
    choose: "{amount} of {member} towards {loan}.",
    first:
      "You approve {amount} of {member} towards {loan}. It lowers the loan when the {other} approves it too.",
    second:
      "You approve {amount} of {member} towards {loan}. The {other} has approved it already, so it lowers the loan at once.",
    reject: "You reject {amount} of {member} towards {loan}. This is final.",
  },
  finePayment: {
    title: "Fine Payment Approvals",
    text: "Payments of fines that members have recorded.",
    caption: "Fine payments waiting for your decision",
    dialog: "Approve or reject fine payment",
    choose: "{amount} of {member} for fines.",
    first:
      "You approve {amount} of {member} for fines. It settles the oldest fines when the {other} approves it too.",
    second:
      "You approve {amount} of {member} for fines. The {other} has approved it already, so it settles the oldest fines at once.",
    reject: "You reject {amount} of {member} for fines. This is final.",
  },

  member: "Member",
  amount: "Amount",
  month: "Month",
  loan: "Loan",
  paymentDate: "Payment date",
  paidOn: "paid {date}",
  appliedOn: "applied {date}",
  interest: "Interest",
  toRepay: "To be repaid",
  withInterest: "with {amount} interest",
  due: "Due date",
  dueText: "{due}, if paid out today",
  inBank: "In the bank now",
  bankTooLow: "The bank does not hold this amount now",
  bankTooLowText:
    "It holds {amount}. The second approval pays the loan out, so it is refused until the bank holds enough.",
  reference: "Reference",
  otherOffice: "Other office",
  decide: "Approve/Reject",
  own: "Your own payment",
  ownText:
    "This is your own payment. The other office must agree as well, and sees that it is yours.",
  ownLoan: "Your own application",
  ownLoanText:
    "This is your own application. The other office must agree as well, and sees that it is yours.",
  newerPending: "This member has a newer payment waiting. Decide that one first.",
  alsoOn: "Also on {items}",
  otherContribution: "contribution {id} ({amount})",
  otherLoanPayment: "loan payment {id} ({amount})",
  otherFinePayment: "fine payment {id} ({amount})",
  regNumber: "Reg No",
  action: "Action",
  chooseAction: "Choose what to do",
  approve: "Approve",
  reject: "Reject",
  reason: "Reason for rejecting",
  reasonHelp: "The member reads this sentence.",
  reasonRequired: "Give the reason for rejecting.",
  actionRequired: "Choose whether to approve or to reject.",
  submit: "Submit decision",
  submitApprove: "Approve {amount}",
  submitReject: "Reject {amount}",
} as const;
