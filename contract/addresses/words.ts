// The addresses of contract/words.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

const WORD = "/api/notices/word/";

export const previewWord: Address = { method: "POST", path: `${WORD}preview/` };
export const getWords: Address = { method: "GET", path: WORD };
export const writeWord: Address = { method: "POST", path: WORD, movesMoney: true };
export const agreeToWord: Address = { method: "POST", path: `${WORD}:id/agree/`, movesMoney: true };
export const endWord: Address = { method: "POST", path: `${WORD}:id/end/`, movesMoney: true };
