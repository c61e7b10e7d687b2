// The username of who came with the group's book, made of their name until they choose another (OPEN-51).

const LENGTH_MAX = 30;
/** What is left for the number that tells two of one name apart. */
const NUMBER_LENGTH_MAX = 5;

/** `akinyi.okoth`: the name in small Latin letters, as `isUsername` takes it; `member` where it has none. */
export function usernameFromName(name: { firstName: string; lastName: string }): string {
  const parts = [name.firstName, name.lastName].map(plainLetters).filter((part) => part !== "");
  const username = parts
    .join(".")
    .slice(0, LENGTH_MAX - NUMBER_LENGTH_MAX)
    .replace(/\.$/, "");
  return username.length < 2 ? "member" : username;
}

/** The same with the first number from 2 on that makes it free. `taken` is in small letters. */
export function freeUsername(username: string, taken: ReadonlySet<string>): string {
  if (!taken.has(username)) return username;
  let number = 2;
  while (taken.has(`${username}${number}`)) number++;
  return `${username}${number}`;
}

function plainLetters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");
}
