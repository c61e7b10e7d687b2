// Messages and their facts as JSON, to be stored in the database and put into words later.
import { Message, type Fact, type MessageKey } from "./message.ts";

/** Of each kind of fact its own shape: `{cents}`, `{day}`, `{month}`, `{months}`, `{at}`, `{heading}`, `{lines}`, or a message. */
export type StoredFact =
  | string
  | number
  | { cents: string }
  | { day: string }
  | { month: string }
  | { months: { first: string; last: string } }
  | { at: string }
  | { heading: StoredMessage }
  | { lines: StoredMessage[] }
  | StoredMessage;

export type StoredFacts = { [name: string]: StoredFact };
export type StoredMessage = { key: string; facts: StoredFacts };

export function storeFacts(facts: Readonly<Record<string, Fact>>): StoredFacts {
  return Object.fromEntries(Object.entries(facts).map(([name, fact]) => [name, storeFact(fact)]));
}

export function storeMessage({ key, facts }: Message): StoredMessage {
  return { key, facts: storeFacts(facts) };
}

/** Whether a value is what `storeMessage` gave. */
export function isStoredMessage(value: unknown): value is StoredMessage {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return false;
  return Object.keys(value).toSorted().join() === "facts,key";
}

function storeFact(fact: Fact): StoredFact {
  if (typeof fact === "string" || typeof fact === "number") return fact;
  if (typeof fact === "bigint") return { cents: String(fact) };
  if (fact instanceof Message) return storeMessage(fact);
  if ("at" in fact) return { at: fact.at.toISOString() };
  if ("heading" in fact) return { heading: storeMessage(fact.heading) };
  if ("lines" in fact) return { lines: fact.lines.map(storeMessage) };
  return fact;
}

/** Of what `storeFacts` gave. */
export function readFacts(stored: StoredFacts): Record<string, Fact> {
  return Object.fromEntries(Object.entries(stored).map(([name, fact]) => [name, readFact(fact)]));
}

/** Of what `storeMessage` gave. */
export function readMessage({ key, facts }: StoredMessage): Message {
  return new Message(key as MessageKey, readFacts(facts));
}

function readFact(stored: StoredFact): Fact {
  if (typeof stored === "string" || typeof stored === "number") return stored;
  if ("cents" in stored) return BigInt(stored.cents);
  if ("key" in stored) return readMessage(stored);
  if ("at" in stored) return { at: new Date(stored.at) };
  if ("heading" in stored) return { heading: readMessage(stored.heading) };
  if ("lines" in stored) return { lines: stored.lines.map(readMessage) };
  return stored;
}
