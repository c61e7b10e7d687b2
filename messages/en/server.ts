// What the server says: in its answers, mails and PDF files.
import { accounts } from "./accounts.ts";
import { descriptions } from "./descriptions.ts";
import { done } from "./done.ts";
import { failures } from "./failures.ts";
import { fields } from "./fields.ts";
import { labels } from "./labels.ts";
import { papers } from "./papers.ts";
import { refusals } from "./refusals.ts";
import { words } from "./words.ts";

export const server = {
  accounts,
  descriptions,
  done,
  failures,
  fields,
  labels,
  papers,
  refusals,
  words,
};
