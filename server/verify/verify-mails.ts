// What the officials are told when the check of the books finds something broken.
import type { Letters } from "#server/core/mail/write-mail.ts";
import type { Breach } from "./verify-books.ts";

/** What must hold is named as docs/invariants.md names it, in both languages. */
export function brokenBooksLetters({
  breaches,
  checked,
}: {
  breaches: readonly Breach[];
  checked: number;
}): Letters {
  const broken = breaches.map(
    ({ holds, name, offenders }) =>
      `${holds} (${name}; ${offenders.map(({ id, found }) => `${id}: ${found}`).join("; ")})`,
  );
  return {
    en: [
      "the check of the books found something wrong",
      `The books were checked, and ${breaches.length} of ${checked} things that must always be true are not.`,
      ...broken.map((each) => `No longer true: ${each}`),
      'Please approve and post nothing until it is known why. Whoever runs the server finds what to do in docs/operations.md, under "When verify breaks".',
    ],
    sw: [
      "ukaguzi wa vitabu umepata jambo lisilo sawa",
      `Vitabu vilikaguliwa, na mambo ${breaches.length} kati ya ${checked} ambayo lazima yawe kweli daima si kweli.`,
      ...broken.map((each) => `Si kweli tena: ${each}`),
      'Tafadhali usiidhinishe wala kuingiza chochote hadi ijulikane ni kwa nini. Anayesimamia seva atapata la kufanya kwenye docs/operations.md, chini ya "When verify breaks".',
    ],
  };
}
