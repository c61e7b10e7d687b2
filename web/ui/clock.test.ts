import { afterEach, beforeEach, expect, test, vi } from "vitest";

const HOUR = 3_600_000;
const stored = new Map<string, string>();

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => {
  stored.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const TRUE = Date.parse("2026-11-26T20:59:00Z");

/** The page as it opens on a device whose clock is wrong by so many hours. */
async function pageOn(hoursAhead: number) {
  vi.resetModules();
  vi.setSystemTime(TRUE + hoursAhead * HOUR);
  const clock = await import("./clock.ts");
  const { today } = await import("./day.ts");
  return { ...clock, today };
}

test.each([0, 26, -40 * 24, 0.5])(
  "a device %d hours ahead shows the server's day, and the next one after Nairobi's midnight",
  async (hours) => {
    const page = await pageOn(hours);
    page.noteServerTime(new Date(TRUE).toUTCString());
    expect(page.serverNow()).toBe(TRUE);
    expect(page.today()).toBe("2026-11-26");
    vi.setSystemTime(Date.now() + 2 * 60_000);
    expect(page.today()).toBe("2026-11-27");
  },
);

test("a page that opens without a network has the clock of the last answer", async () => {
  (await pageOn(26)).noteServerTime(new Date(TRUE).toUTCString());
  const page = await pageOn(26);
  expect(page.today()).toBe("2026-11-26");
  expect(page.serverTimeOf(Date.now() - HOUR)).toBe(TRUE - HOUR);
});

test("an answer after the device's clock was put right says so", async () => {
  (await pageOn(26)).noteServerTime(new Date(TRUE).toUTCString());
  const page = await pageOn(0);
  page.noteServerTime(new Date(TRUE).toUTCString());
  expect((await pageOn(0)).today()).toBe("2026-11-26");
});

test.each([null, "", "yesterday"])("a Date header of %o changes nothing", async (header) => {
  const page = await pageOn(0);
  page.noteServerTime(header);
  expect(page.serverNow()).toBe(TRUE);
});
