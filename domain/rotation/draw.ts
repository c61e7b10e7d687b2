// The draw of a merry-go-round: an order that follows from a published seed and everybody's word, so that anybody can
// compute it again.

export type DrawnWord = { memberId: number; word: string };

/** SHA-256 of a text's UTF-8 bytes, in lower-case hexadecimal. */
export type Sha256 = (text: string) => string;

/** What is published before anybody joins: it gives nothing of the seed away, and fits no other. */
export function commitmentOf(seed: string, sha256: Sha256): string {
  return sha256(seed);
}

/** `id:word` of all, by id, joined by line breaks. */
export function drawLines(words: readonly DrawnWord[]): string {
  return words
    .toSorted((one, other) => one.memberId - other.memberId)
    .map(({ memberId, word }) => `${memberId}:${word}`)
    .join("\n");
}

/** The members in the order of their turns: by the hash of seed, all words and their own id, ascending. */
export function drawOrder(seed: string, words: readonly DrawnWord[], sha256: Sha256): number[] {
  const lines = drawLines(words);
  return words
    .map(({ memberId }) => ({ memberId, hash: sha256(`${seed}\n${lines}\n${memberId}`) }))
    .toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
    .map(({ memberId }) => memberId);
}
