// What the server says: in its answers, mails and PDF files.
import { accounts } from "./accounts.ts";
import { descriptions } from "./descriptions.ts";
import { done } from "./done.ts";
import { papers } from "./papers.ts";
import { words } from "./words.ts";

export const server = { accounts, descriptions, done, papers, words };
