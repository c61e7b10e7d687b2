/** Words of pages before any script runs. */
export const basics = {
  groupName: "Akiba Group",
  skipToContent: "Skip to content",
  needsScript:
    "Your books live in this page with the help of JavaScript. Please switch it on in your browser, then reload.",
} as const;
