// What the officials are told of a nightly backup that failed.
import type { Letters } from "#server/core/mail/write-mail.ts";

/** `failure` is the system's own words. */
export function backupFailedLetters(failure: string): Letters {
  return {
    en: [
      "tonight's backup failed",
      `The books could not be backed up tonight: ${failure}`,
      "Nothing is lost, and the next night tries again. Please tell whoever runs the server.",
    ],
    sw: [
      "nakala rudufu ya usiku huu imeshindikana",
      `Nakala rudufu ya vitabu haikuweza kutengenezwa usiku huu: ${failure}`,
      "Hakuna kilichopotea, na itajaribiwa tena usiku ujao. Tafadhali mwarifu anayesimamia seva.",
    ],
  };
}
