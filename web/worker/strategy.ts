/** How the worker handles a request. `pass`: not at all; the browser asks the network as without a worker. */
export type Strategy = "page" | "part" | "public-file" | "pass";

/**
 * The worker never caches private answers (`/api`, `/media`) or anything but GET. The page itself stores the answers
 * that a member has seen, with their owner and their time.
 */
export function strategyFor(request: {
  method: string;
  mode: string;
  path: string;
  isOwnOrigin: boolean;
}): Strategy {
  const { method, mode, path, isOwnOrigin } = request;
  if (method !== "GET" || !isOwnOrigin || /^\/(api|media)(\/|$)/.test(path)) return "pass";
  if (mode === "navigate") return "page";
  // File names under static/ contain a hash of the content, so any copy is right.
  if (path.startsWith("/static/")) return "part";
  return /^\/[\w-]+\.(png|svg|webmanifest)$/.test(path) ? "public-file" : "pass";
}

/** The address that the document of a path is cached under: one for the landing page, one for all other routes. */
export function pageFor(path: string): "/" | "/dashboard" {
  return path === "/" ? "/" : "/dashboard";
}
