/** Words that every part of the web application shares. */
export const basics = {
  groupName: "Akiba Group",
  skipToContent: "Skip to content",
  backToStart: "Back to the start page",
  tryAgain: "Try again",
  reload: "Reload the page",
} as const;
