// What the server says: in its answers, mails and PDF files.
import { accounts } from "./accounts.ts";
import { descriptions } from "./descriptions.ts";
import { done } from "./done.ts";
import { failures } from "./failures.ts";
import { fields } from "./fields.ts";
import { labels } from "./labels.ts";
import { mails } from "./mails.ts";
import { notices } from "./notices.ts";
import { opening } from "./opening.ts";
import { refusals } from "./refusals.ts";
import { reports } from "./reports.ts";
import { evidence, reopened, statementLines, statements } from "./statements.ts";
import { words } from "./words.ts";

export const server = {
  accounts,
  descriptions,
  done,
  evidence,
  failures,
  fields,
  labels,
  mails,
  notices,
  opening,
  refusals,
  reopened,
  reports,
  statementLines,
  statements,
  words,
};
