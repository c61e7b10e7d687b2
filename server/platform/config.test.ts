import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

describe("the settings of a server", () => {
  it.each([
    [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be the addresses of proxies"],
    [{ TRUST_PROXY: "-1" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "127.0.0.1,proxy.example" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "127.0.0.1," }, "TRUST_PROXY"],
    [{ BACKUP_RECIPIENT: "somebody" }, "BACKUP_RECIPIENT is no public key"],
    [{ BACKUP_RECIPIENT: key.replace("ql3", "ql4") }, "BACKUP_RECIPIENT is no public key"],
    [{ CONNECTIONS_PER_ADDRESS: "0" }, "CONNECTIONS_PER_ADDRESS must be a number from 1 up"],
    [{ MIGRATE_URL: "postgres://owner@db/akiba" }, "MIGRATE_URL goes with DATABASE_URL"],
  ])("%o are refused in one sentence", (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(sentence);
  });

  it.each([
    ["127.0.0.1", ["127.0.0.1"]],
    ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
    ["loopback", ["loopback"]],
    ["1", 1],
  ])("TRUST_PROXY=%s is taken", (text, read) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(read);
  });

  it("take a public key for backups", () => {
    expect(readConfig({ BACKUP_RECIPIENT: key }).backupRecipient).toBe(key);
  });
});
