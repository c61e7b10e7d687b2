import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

const gateway = { SMS_USERNAME: "chama", SMS_API_KEY: "atsk_1" };

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
    [{ SMS_URL: "https://sms.example/" }, "SMS_URL is set and SMS_USERNAME is not"],
    [{ SMS_SENDER: "AKIBA" }, "SMS_SENDER is set and SMS_USERNAME is not"],
    [{ SMS_USERNAME: "chama" }, "SMS_USERNAME is set and SMS_API_KEY is not"],
    [{ SMS_API_KEY: "atsk_1" }, "SMS_API_KEY is set and SMS_USERNAME is not"],
    [{ SMS_REPORT_SECRET: "abc" }, "SMS_REPORT_SECRET is set and SMS_USERNAME is not"],
    [{ ...gateway, SMS_API_KEY: "atsk_1\n" }, "SMS_API_KEY holds a space"],
    [{ ...gateway, SMS_REPORT_SECRET: "a/b" }, "SMS_REPORT_SECRET is part of an address"],
    [{ ...gateway, SMS_URL: "sms.example" }, "SMS_URL must be an address"],
    [{ ...gateway, SMS_URL: "https://u:p@sms.example" }, "SMS_URL holds a name or a password"],
    [
      { ...gateway, SMS_URL: "http://sms.example", NODE_ENV: "production" },
      "SMS_URL must start with https://",
    ],
    [{ DATABASE_READ_URL: "postgres://db2/akiba" }, "DATABASE_READ_URL goes with DATABASE_URL"],
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

  it("have no gateway for texts unless its user is named", () => {
    expect(readConfig({}).sms).toBeNull();
    expect(readConfig({ SMS_USERNAME: "", SMS_API_KEY: "" }).sms).toBeNull();
    expect(readConfig(gateway).sms).toEqual({
      url: "https://api.africastalking.com/version1/messaging",
      username: "chama",
      apiKey: "atsk_1",
      sender: null,
      reportSecret: null,
    });
  });

  it("take a gateway on this machine without TLS", () => {
    const url = "http://127.0.0.1:8090/version1/messaging";
    expect(readConfig({ ...gateway, SMS_URL: url, NODE_ENV: "production" }).sms?.url).toBe(url);
  });

  it("take a public key for backups", () => {
    expect(readConfig({ BACKUP_RECIPIENT: key }).backupRecipient).toBe(key);
  });
});
