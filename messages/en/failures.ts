/** What goes wrong before a request reaches what it asks for, and what is our own fault. */
export const failures = {
  tooLarge: "What was sent is too large.",
  fileTooLarge: "This file is larger than {megabytes} MB.",
  oneFile: "Send one file, and nothing else.",
  tookTooLong: "This took too long. Please try again in a moment.",
  notMultipart: "Send the file as multipart/form-data.",
  fieldName: "The form has a field with a name that cannot be used.",
  cutShort: "The request was cut short. Please try again.",
  notJson: "Send JSON (Content-Type: application/json).",
  headersTooLarge: "The request's headers are too large.",
  slowRequest: "The request took too long to arrive. Please try again.",
  unreadable: "The request is not readable HTTP.",
  nothingHere: "There is nothing at this address.",
  wrongMethod: "This address takes {methods}.",
  ours: "Something went wrong on our side. Nothing was changed.",
} as const;
