import { describe, expect, it } from "vitest";
import { ConfigError } from "./config-error.ts";
import { readConfig } from "./config.ts";

const key = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

const gateway = { SMS_USERNAME: "chama", SMS_API_KEY: "atsk_1" };

describe("the settings of a server", () => {
  it.each([
    [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be the addresses of proxies"],
    [{ TRUST_PROXY: "-1" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "127.0.0.1,proxy.example" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "127.0.0.1," }, "TRUST_PROXY"],
    [{ TRUST_PROXY: "0.0.0.0/0" }, 'TRUST_PROXY is too wide with "0.0.0.0/0"'],
    [{ TRUST_PROXY: "127.0.0.1, 128.0.0.0/1" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "::/0" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "::/16" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "2000::/3" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "::ffff:0.0.0.0/96" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "::ffff:128.0.0.0/97" }, "TRUST_PROXY is too wide"],
    [{ TRUST_PROXY: "11" }, "TRUST_PROXY must be the number of proxies in front"],
    [{ TRUST_PROXY: "99999999999999999999" }, "TRUST_PROXY must be the number of proxies"],
    [{ PUBLIC_URL: "akiba.example" }, "PUBLIC_URL must start with http:// or https://"],
    [{ PUBLIC_URL: "ftp://akiba.example" }, "PUBLIC_URL must start with http:// or https://"],
    [{ PUBLIC_URL: "javascript:alert(1)" }, "PUBLIC_URL must start with http:// or https://"],
    [{ PUBLIC_URL: "https://akiba.example/chama" }, "and have no path"],
    [{ PUBLIC_URL: "https://akiba.example/?a=1" }, "and have no path"],
    [{ PUBLIC_URL: "https://akiba.example/#a" }, "and have no path"],
    [{ PUBLIC_URL: "https://u:p@akiba.example" }, "and have no path"],
    [{ PORT: "http" }, "PORT must be a number from 0 to 65535"],
    [{ PORT: "65536" }, "PORT must be a number from 0 to 65535"],
    [{ PORT: "-1" }, "PORT must be a number from 0 to 65535"],
    [{ HOST: "http://127.0.0.1" }, "HOST must be an address of this machine"],
    [{ HOST: "0.0.0.0:80" }, "HOST must be an address of this machine"],
    [{ HOST: "my host" }, "HOST must be an address of this machine"],
    [{ SMTP_URL: "mail.example:465" }, "SMTP_URL must start with smtp:// or smtps://"],
    [{ SMTP_URL: "mail.example" }, "SMTP_URL must start with smtp:// or smtps://"],
    [{ SMTP_URL: "smtp://" }, "SMTP_URL must start with smtp:// or smtps://"],
    [{ SMTP_URL: "https://u:secret@mail.example" }, "SMTP_URL must start with smtp:// or smtps://"],
    [{ MAIL_FROM: "chama" }, "MAIL_FROM must be an address"],
    [{ MAIL_FROM: "Our Chama <chama>" }, "MAIL_FROM must be an address"],
    [{ MAIL_FROM: "a@b.example\r\nBcc: c@d.example" }, "MAIL_FROM must be an address"],
    [{ DATABASE_URL: "mysql://u:secret@db/akiba" }, "DATABASE_URL must start with postgres://"],
    [{ DATABASE_URL: "db/akiba" }, "DATABASE_URL must start with postgres://"],
    [
      { DATABASE_URL: "postgres://db/a", MIGRATE_URL: "db" },
      "MIGRATE_URL must start with postgres",
    ],
    [
      { DATABASE_URL: "postgres://db/a", DATABASE_READ_URL: "db" },
      "DATABASE_READ_URL must start with postgres",
    ],
    [{ LOG_LEVEL: "verbose" }, "LOG_LEVEL must be one of"],
    [{ LOG_LEVEL: "INFO" }, "LOG_LEVEL must be one of"],
    [{ RATE_LIMIT: "no" }, "RATE_LIMIT must be one of on, off"],
    [{ RATE_LIMIT: "off", NODE_ENV: "production" }, "RATE_LIMIT=off is refused"],
    [{ PASSWORD_PEPPER: "short" }, "PASSWORD_PEPPER must have at least 32 characters"],
    [{ CONNECTIONS_PER_ADDRESS: "many" }, "CONNECTIONS_PER_ADDRESS must be a number"],
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
    [{ ...gateway, SMS_REPORT_SECRET: "a".repeat(15) }, "at least 16 letters, digits"],
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
    expect(() => readConfig(env)).not.toThrow("secret");
  });

  it.each([
    ["127.0.0.1", ["127.0.0.1"]],
    ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
    ["loopback", ["loopback"]],
    [
      "fd00::/16,2400:cb00::/32,::ffff:10.0.0.0/104",
      ["fd00::/16", "2400:cb00::/32", "::ffff:10.0.0.0/104"],
    ],
    ["1", 1],
  ])("TRUST_PROXY=%s is taken", (text, read) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(read);
  });

  it.each([
    ["https://akiba.example", "https://akiba.example"],
    ["https://Akiba.example:443/", "https://akiba.example"],
    ["http://10.0.0.7:3000", "http://10.0.0.7:3000"],
  ])("PUBLIC_URL=%s is taken", (text, read) => {
    expect(readConfig({ PUBLIC_URL: text }).publicUrl).toBe(read);
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
