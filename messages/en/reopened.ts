/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Entry {id} was posted: {description}.",
  statement: "The statement {file} was imported.",
  withdrawn: "The statement {file} was withdrawn.",
  acceptedStatement: "The statement {file}, which does not add up, was accepted.",
  matched: "A line of {date}, {amount}, was matched.",
  unmatched: "The match of a line of {date}, {amount}, was undone.",
  figures: "A figure is no longer what was accepted.",
} as const;
