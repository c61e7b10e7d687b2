// What the officials are told each month: the head of the log, to be kept, and when the books were last checked.
import { writeFingerprint } from "#domain/proofs/fingerprint.ts";
import type { TreeHead } from "#server/core/audit-log/log-tree.ts";
import { sayMoment, type Letters } from "#server/core/mail/write-mail.ts";

type Check = { finished_at: Date; checked: number; failures: readonly { name: string }[] };

type Backup = { finishedAt: Date; digest: string; signer: string };

/** `check` is the last check of the books, `backup` the last signed one; null before the first. */
export function treeHeadLetters(
  { size, fingerprint }: TreeHead,
  params: { now: Date; publicUrl: string; check: Check | null; backup: Backup | null },
): Letters {
  const { now, publicUrl, check, backup } = params;
  const when = sayMoment(now);
  const written = writeFingerprint(fingerprint);
  const checked = sayCheck(check);
  return {
    en: [
      "the fingerprint of the books, to be kept",
      `On ${when.en} the log of the group, which holds every journal entry and every act of its officials, had`,
      `${size} ${size === 1 ? "entry" : "entries"}, with the fingerprint\n${written}`,
      "Please keep this mail: print it, or forward it to a member you trust. Entries can only be added to the log. If an earlier one were ever changed or taken away, by whomever, this fingerprint would no longer be part of it.",
      `To find out, open ${publicUrl}/check at any time and type the number of entries and the fingerprint. No account is needed.`,
      checked.en,
      ...(backup === null ? [] : [sayBackup(backup).en]),
    ],
    sw: [
      "alama ya vitabu, ya kuhifadhiwa",
      `Tarehe ${when.sw} kumbukumbu ya kikundi, yenye kila ingizo la jarida na kila tendo la maafisa wake, ilikuwa na`,
      `${size === 1 ? "ingizo" : "maingizo"} ${size}, na alama\n${written}`,
      "Tafadhali hifadhi barua pepe hii: ichapishe, au mtumie mwanachama unayemwamini. Maingizo huongezwa tu kwenye kumbukumbu. Kama la awali lingebadilishwa au kuondolewa na yeyote, alama hii isingekuwa tena sehemu yake.",
      `Ili kujua, fungua ${publicUrl}/check wakati wowote, kisha uandike idadi ya maingizo na alama. Huhitaji akaunti.`,
      checked.sw,
      ...(backup === null ? [] : [sayBackup(backup).sw]),
    ],
  };
}

function sayBackup({ finishedAt, digest, signer }: Backup): { en: string; sw: string } {
  const when = sayMoment(finishedAt);
  return {
    en: `The last backup, of ${when.en}, was signed by the key\n${signer}\nand its manifest has the digest\n${digest}\nWhoever restores it is shown both: they must be the same.`,
    sw: `Nakala rudufu ya mwisho, ya ${when.sw}, ilitiwa saini kwa ufunguo\n${signer}\nna orodha yake ina muhtasari\n${digest}\nAnayeirejesha huonyeshwa vyote viwili: lazima viwe sawa.`,
  };
}

function sayCheck(check: Check | null): { en: string; sw: string } {
  if (check === null)
    return {
      en: "The books have not been checked yet.",
      sw: "Vitabu bado havijakaguliwa.",
    };
  const { checked, failures } = check;
  const when = sayMoment(check.finished_at);
  const en = `The books were last checked on ${when.en}`;
  const sw = `Vitabu vilikaguliwa mara ya mwisho tarehe ${when.sw}`;
  if (failures.length === 0)
    return {
      en: `${en}: all ${checked} things that must always be true are true.`,
      sw: `${sw}: mambo yote ${checked} ambayo lazima yawe kweli daima ni kweli.`,
    };
  const names = failures.map(({ name }) => name).join(", ");
  return {
    en: `${en}: ${failures.length} of ${checked} things that must always be true were not (${names}).`,
    sw: `${sw}: mambo ${failures.length} kati ya ${checked} ambayo lazima yawe kweli daima hayakuwa kweli (${names}).`,
  };
}
