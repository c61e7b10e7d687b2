/** What the worker does with a request. `pass`: nothing, the browser asks the network as without a worker. */
export type Strategy = "page" | "part" | "public-file" | "pass";

/**
 * Private answers (`/api`, `/media`) and everything that is no GET never touch a cache of the worker; what a member has
 * seen is stored by the page itself, with its owner and its time.
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
  // Names under static/ carry a hash of their content: any copy is the right one.
  if (path.startsWith("/static/")) return "part";
  return /^\/[\w-]+\.(png|svg|webmanifest)$/.test(path) ? "public-file" : "pass";
}

/** Under which address the page for a path is stored: the landing page is one document, every other route is the other. */
export function pageFor(path: string): "/" | "/dashboard" {
  return path === "/" ? "/" : "/dashboard";
}
