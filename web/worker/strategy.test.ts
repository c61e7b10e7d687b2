import { expect, test } from "vitest";
import { pageFor, strategyFor } from "./strategy.ts";

const get = { method: "GET", mode: "cors", isOwnOrigin: true };

test("the worker never caches private answers and writes", () => {
  for (const path of ["/api/health", "/api", "/media/photos/1.webp"]) {
    expect(strategyFor({ ...get, path })).toBe("pass");
    expect(strategyFor({ ...get, mode: "navigate", path })).toBe("pass");
  }
  expect(strategyFor({ ...get, method: "POST", path: "/static/js/a.js" })).toBe("pass");
  expect(strategyFor({ ...get, isOwnOrigin: false, path: "/static/js/a.js" })).toBe("pass");
});

test("the worker itself and its map of files come from the network", () => {
  expect(strategyFor({ ...get, path: "/sw.js" })).toBe("pass");
  expect(strategyFor({ ...get, path: "/robots.txt" })).toBe("pass");
});

test("pages, parts and icons are stored", () => {
  expect(strategyFor({ ...get, mode: "navigate", path: "/dashboard/loans" })).toBe("page");
  expect(strategyFor({ ...get, path: "/static/js/home-abc.chunk.js" })).toBe("part");
  expect(strategyFor({ ...get, path: "/icon-192.png" })).toBe("public-file");
});

test("every route except the landing page is the same document", () => {
  expect(pageFor("/")).toBe("/");
  expect(pageFor("/dashboard/contributions")).toBe("/dashboard");
  expect(pageFor("/sign-up")).toBe("/dashboard");
});
