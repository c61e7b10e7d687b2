// What a program under test gets of this machine's environment. Settings of the application, such as DATABASE_URL or
// BACKUP_DIR, come from the test alone.

const PASSED_ON =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TEMP|TMP|CI|CHROMIUM\w*|LD_\w+|FAKETIME\w*|XDG_\w+|NODE_EXTRA_CA_CERTS|SSL_CERT_\w+)$/;

/** The environment for a program that a test starts. */
export function passedOn(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
}
