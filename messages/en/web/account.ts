// The words of one's own account: the profile, two-step sign-in, and the links that open or change an account.
export { invitations, offices } from "./members.ts";

/** Words of one's own profile and of confirming a new email address. */
export const profile = {
  title: "Profile",
  subtitle: "Your details, your password and where you are signed in.",
  details: "Your details",
  firstName: "First name",
  lastName: "Last name",
  phone: "Phone",
  email: "Email",
  pendingPhone:
    "{phone} waits to be confirmed by the Chairperson. Until then the old phone signs in.",
  phoneHelp: "Another phone signs in once the Chairperson has confirmed it.",
  stepUpHelp: "Needed to change your phone or email.",
  code: "Code",
  codeHelp: "Six digits of your authenticator app, or a recovery code.",
  emailHelp: "A new address is used once you open the link we mail to it.",
  pendingEmail: "{email} waits to be confirmed by the link for it.",
  save: "Save",
  readOnly: "Your account is cleared: your details can be read, but no longer changed.",
  photo: "Photo",
  choosePhoto: "Add photo",
  changePhoto: "Change photo",
  photoHelp: "PNG, JPEG or WebP, at most 2 MB.",
  photoTooLarge: "Choose a photo of at most 2 MB.",
  photoType: "Choose a PNG, JPEG or WebP picture.",
  password: "Password",
  currentPassword: "Current password",
  newPassword: "New password",
  newPasswordHelp: "At least 8 characters; not a common one, nor your own data.",
  confirmPassword: "Confirm new password",
  passwordsDiffer: "The two passwords are not the same.",
  required: "{label} is required.",
  changePassword: "Change password",
  passwordNote: "Every other device is signed out.",
  sessions: "Where you are signed in",
  thisDevice: "This device",
  unknownDevice: "Unknown device",
  lastUsed: "Last used {moment}",
  signedIn: "signed in {moment}",
  endSession: "Sign out",
  endOthers: "Sign out everywhere else",
  endTitle: "Sign out this device?",
  endText: "{device} at {address} is signed out at once.",
  username: "Username",
  regNumber: "Reg No",
  role: "Role",
  member: "Member",
  twoStep: "Two-step sign-in",
  undoTitle: "Put your earlier email address back",
  undoText:
    "Your account uses this address again, every device is signed out, and you set a new password by a link we mail to you.",
  undo: "Put this address back",
  undoFailed:
    "The link may be older than 7 days or already used. Speak to the Chairperson if your account is not in your hands.",
  confirmTitle: "Confirm your new email address",
  confirmText: "From then on you sign in with it, and the group's mails go there.",
  confirm: "Confirm this address",
  confirmFailed:
    "The link may be older than 24 hours, already used, or stopped by a change of password. Change the address again in your profile to get a new one.",
} as const;

/** Words of two-step sign-in on one's own profile. */
export const twoStep = {
  about:
    "Besides your password, signing in then asks for six digits that an app on your phone shows. Whoever learns your password still stays outside.",
  demanded:
    "Your group asks officials for two-step sign-in. Set it up here; until then your office rests.",
  off: "Off",
  on: "On",
  codesLeft: "{count, plural, one {# recovery code is} other {# recovery codes are}} left.",
  setUp: "Set up",
  renew: "New recovery codes",
  turnOff: "Turn off",
  storedOn: "As long as your group asks officials for it, it cannot be turned off.",
  setUpTitle: "Set up two-step sign-in",
  renewTitle: "New recovery codes",
  turnOffTitle: "Turn off two-step sign-in",
  password: "Current password",
  passwordHelp: "So that nobody else does this on a device you left open.",
  next: "Next",
  scan: "Scan this with an authenticator app, such as Aegis, Google Authenticator or 2FAS.",
  qrLabel: "QR code for your authenticator app",
  orType: "Or type this key into the app:",
  openApp: "Open the app on this device",
  code: "Code",
  codeHelp: "The six digits that the app shows now.",
  anyCodeHelp: "Six digits from your authenticator app, or a recovery code.",
  confirm: "Turn on",
  codesText:
    "Each of these codes signs you in once if you lose your phone. They are shown only now: keep them on paper or in a password keeper.",
  codesLabel: "Recovery codes",
  copy: "Copy",
  copied: "The recovery codes are copied.",
  copyFailed: "They could not be copied. Download or write them down.",
  download: "Download",
  done: "I have kept them",
  required: "{label} is required.",
} as const;

/** What home says while the server's clock cannot be right (SAFE-29, SAFE-30). */
export const clock = {
  title: "The day may be wrong",
  behind:
    "The server's clock says {day}, but the books have an entry of {seen}. Until whoever runs the server sets it right, nothing is posted or approved; everything can be read.",
  ahead:
    "The server's clock says {day}; before that, it last ran on {seen}. Until an official says that the day is right, nobody is charged or reminded.",
  accept: "Yes, today is {day}",
} as const;

/** Words of the page that a mailed link opens, to object to what is proposed about an office. */
export const objecting = {
  title: "Object to a proposed office",
  text: "You held an office lately, so you can object without signing in. Looking at this page changes nothing.",
  proposed:
    "{kind, select, take {It is proposed that {name} is no longer {role}} other {{name} is proposed as {role}}}",
  by: "Proposed by {by} on {proposed}.",
  counts: "It counts from {counts}, unless somebody who may objects.",
  needsAgreement: "It does not count by time.",
  own: "It is your own office: your objection does not end it, but then it no longer counts by time.",
  reason: "Reason",
  reasonHelp: "Every member is told it.",
  reasonRequired: "Give the reason.",
  object: "Object",
} as const;
