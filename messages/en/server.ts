// What the server says: in its answers, mails and PDF files.
import { done, failures } from "./answers.ts";
import { accounts, audited, descriptions } from "./books.ts";
import { fields, labels } from "./fields.ts";
import {
  evidence,
  opening,
  proofFile,
  reopened,
  statementLines,
  statements,
  unexplained,
} from "./files.ts";
import { mails } from "./mails.ts";
import { mpesa } from "./mpesa.ts";
import { notices } from "./notices.ts";
import { refusals } from "./refusals.ts";
import { reports } from "./reports.ts";
import { words } from "./words.ts";

export const server = {
  accounts,
  audited,
  descriptions,
  done,
  evidence,
  failures,
  fields,
  labels,
  mails,
  mpesa,
  notices,
  opening,
  proofFile,
  refusals,
  reopened,
  reports,
  statementLines,
  statements,
  unexplained,
  words,
};
