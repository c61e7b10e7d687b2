/** Words of offices that are proposed. */
export const offices = {
  title: "Proposed offices",
  own: "Your office",
  proposed: "{name} is proposed as {role}",
  until: "Proposed by {by} on {proposed}. Counts from {counts}, unless an official objects.",
  agree: "Agree",
  object: "Object",
  withdraw: "Withdraw",
  agreeTitle: "Agree to the office of {name}",
  objectTitle: "Object to the office of {name}",
  withdrawTitle: "Withdraw the office of {name}",
  agreeSummary:
    "{name} becomes {role} at once, instead of on {counts}. Every member is told by mail.",
  objectSummary: "{name} does not become {role}. The officials and {name} are told why by mail.",
  withdrawSummary: "{name} is no longer proposed as {role}. The officials and {name} are told.",
  reason: "Reason",
  reasonHelp: "It is mailed to the officials and to the member.",
  reasonRequired: "Give the reason.",
} as const;
