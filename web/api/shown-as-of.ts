// Which reads show a stored answer in the place of a fresh one, and from when it is (milliseconds), by the text of their keys.
export const shownAsOf = new Map<string, number>();
