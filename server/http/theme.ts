// In which looks a page is sent: a page that changed over only once its program runs would flash.
import type { FastifyRequest } from "fastify";
import { readTheme } from "#domain/theme.ts";

/** The built file of a page in the looks that were chosen in this browser (scripts/prerender.mjs). */
export function inChosenTheme(file: string, { cookies }: Pick<FastifyRequest, "cookies">): string {
  const theme = readTheme(cookies["theme"]);
  return theme === undefined ? file : file.replace(/\.html$/, `.${theme}.html`);
}
