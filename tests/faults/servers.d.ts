import { type MailServer } from "../../e2e/mail-server.ts";
export type Servers = {
  urls: readonly string[];
  /** Of the first. */
  url: string;
  mail: MailServer;
  dataDir: string;
  command(name: string, ...args: string[]): Promise<string>;
  /** The processes of the embedded PostgreSQL, its first one first; none while it is away. */
  postgresPids(): Promise<number[]>;
  /** What the servers logged as a fault of their own. */
  errors(): string[];
  end(index: number, signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  start(index: number): Promise<void>;
  untilHealthy(): Promise<void>;
  close(): Promise<void>;
};
type Options = {
  count?: number;
  env?: NodeJS.ProcessEnv;
  dataDir?: string;
};
export declare function startServers({ count, env: more, dataDir }?: Options): Promise<Servers>;
/** Sends a signal to processes of which some may be gone already. */
export declare function signalAll(pids: readonly number[], signal: NodeJS.Signals): void;
export {};
