/** Mails about a person's own account: signing up and in, password, email, phone and two-step sign-in. */
export const accountMails = {
  activation: {
    subject: "Activate your {group} account",
    welcome: "Welcome to {group}! Open this link to activate your account:",
    link: "{link}",
    expiry:
      "The link works once, within 72 hours. After that the Chairperson approves your membership.",
    once: "The link works once, within 72 hours.",
    withCode:
      "The link works once, within 72 hours. It asks for the code that we sent by SMS to the phone in the group's book.",
    mistaken: "If you did not sign up, you can ignore this mail.",
  },
  invitation: {
    subject: "Join {group}",
    invited: "{by}, Chairperson of {group}, invites you to join. Open this link to sign up:",
    invitedToOffice:
      "{by}, Chairperson of {group}, invites you to join as {office}. Open this link to sign up:",
    link: "{link}",
    expiry:
      "The link works once, until {moment}. If you do not know the group, you can ignore this mail.",
  },
  joined: {
    subject: "Welcome to {group}",
    joined:
      "You are a member of {group} from now on: {by} invited you. You can pay contributions, apply for loans and read the group's reports.",
  },
  trial: {
    subject: "Mail of {group} arrives",
    arrived:
      "This is the test mail that you asked for. Activation links, invitations and notices reach the members in the same way.",
  },
  alreadyActivated: {
    subject: "Your {group} account is already activated",
    explained:
      "You asked for a new activation link, but your account is already activated. You can sign in here:",
    link: "{link}",
    forgotten: "If you have forgotten your password, choose “Forgot your password?” there.",
  },
  passwordReset: {
    subject: "Set a new password for {group}",
    requested: "Somebody, most likely you, asked to set a new password. Open this link to do so:",
    link: "{link}",
    expiry:
      "The link works once, within one hour. If it was not you, ignore this mail: your password stays as it is.",
  },
  inactiveAccount: {
    subject: "Your {group} account is not active",
    requested:
      "Somebody, most likely you, asked to set a new password. Your account is not active at the moment, so nobody can sign in with it.",
    mistaken: "Please speak to the Chairperson if you think it should be.",
  },
  passwordChanged: {
    subject: "Your {group} password was changed",
    changed: "Your password was changed on {moment}.",
    mistaken:
      "If that was not you, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  },
  newDevice: {
    subject: "New sign-in to your {group} account",
    signedIn:
      "Somebody signed in to your account on {moment} from a device that has not been used for it before: {device}.",
    expected: "If that was you, there is nothing to do.",
    mistaken:
      "If it was not you, open {profile}, choose “Sign out everywhere else” and change your password. If you cannot sign in, choose “Forgot your password?” on the sign-in form: that signs out every device. Then tell the Chairperson.",
  },
  twoStepOn: {
    subject: "Your two-step sign-in to {group} was turned on",
    changed: "Signing in to your account now asks for a code of your authenticator app.",
    moment: "This was done on {moment}.",
    mistaken:
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  },
  twoStepOff: {
    subject: "Your two-step sign-in to {group} was turned off",
    changed: "Signing in to your account no longer asks for a code: your password is enough.",
    moment: "This was done on {moment}.",
    mistaken:
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  },
  twoStepNewCodes: {
    subject: "Your two-step sign-in to {group} has new recovery codes",
    changed: "You have new recovery codes. The older ones no longer work.",
    moment: "This was done on {moment}.",
    mistaken:
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  },
  twoStepReset: {
    subject: "Your two-step sign-in to {group} was turned off by the Chairperson",
    changed:
      "The Chairperson turned off two-step sign-in for your account, and every device was signed out. Sign in with your password, and set it up again in your profile.",
    moment: "This was done on {moment}.",
    mistaken:
      "If it was not you, and you did not ask for it, choose “Forgot your password?” on the sign-in form at once, and tell the Chairperson.",
  },
  confirmEmail: {
    subject: "Confirm your email for {group}",
    requested: "Open this link to use this email address for your account from now on:",
    link: "{link}",
    expiry:
      "The link works once, within 24 hours. If you did not ask for this, you can ignore this mail.",
  },
  emailChangeRequested: {
    subject: "Your {group} email is about to change",
    requested:
      "Somebody signed in as you asked to use {email} for your account instead of this address. It changes once that address is confirmed.",
    mistaken: "If that was not you, change your password now: that also stops the change.",
  },
  emailChanged: {
    subject: "Your {group} email was changed",
    changed: "Your account now uses {email}; mail no longer comes to this address.",
    mistaken:
      "If that was not you, open this link within 7 days. It puts this address back, signs out every device, and lets you set a new password:",
    link: "{link}",
    alsoTell: "Tell the Chairperson as well.",
  },
  emailPutBack: {
    subject: "Your {group} account uses this address again",
    signedOut:
      "Every device was signed out, and the old password no longer signs in. Open this link to set a new one:",
    link: "{link}",
    expiry:
      "The link works once, within one hour. After that choose “Forgot your password?” on the sign-in form.",
    twoStep:
      "If signing in then asks for a code that you do not have, the Chairperson can turn off two-step sign-in for you.",
  },
  emailTakenBack: {
    subject: "Your {group} account no longer uses this address",
    putBack:
      "The earlier address was put back by the link that was mailed to it, and every device was signed out.",
    mistaken: "If you did not expect this, speak to the Chairperson.",
  },
  phoneChangeRequested: {
    subject: "Your {group} phone is about to change",
    requested:
      "You asked to sign in with another phone ({phone}). Until the Chairperson has confirmed it, the old one signs in.",
    mistaken: "If that was not you, change your password now: that also stops the change.",
  },
  claimProof: {
    subject: "Are you {reg} in the book of {group}?",
    asked:
      "Somebody, most likely you, claims the account of {member}, {reg}, which came with the group's book, with the phone {phone} and the email {email}. Open this link to say that it is you:",
    link: "{link}",
    expiry: "The link works once, within 72 hours.",
    mistaken:
      "If it is not you, do not open the link, and tell an official: your savings and rights stay as they are.",
  },
  bookClaimed: {
    subject: "{reg} in the book of {group} is claimed",
    claimed:
      "The account of {member}, {reg}, which came with the group's book, is claimed with the phone {phone} and the email {email}.",
    mistaken: "If that is not you, tell an official at once.",
  },
  claimInvited: {
    subject: "A new link to claim {reg} in the book of {group}",
    made: "A new link to claim the account of {member}, {reg}, was made. The earlier one has ended.",
    mistaken: "If you have not got it, tell an official.",
  },
  pushAdded: {
    subject: "A device shows your {group} notices",
    added: "Since {moment} this device shows your notices on its screen: {device}.",
    mistaken:
      "If that was not you, sign in, end it under your notices, and change your password, which ends every other device.",
  },
  phoneChanged: {
    subject: "Your {group} phone was changed",
    changed: "Your account now uses the phone {phone}: you can sign in with it.",
    mistaken: "If you did not ask for this, tell the Chairperson at once.",
  },
} as const;
