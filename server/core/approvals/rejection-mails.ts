// What a member is told when an office rejects their payment or their application for a loan.
import { formatKes, type Cents } from "#domain/money.ts";
import { officeInSwahili } from "#domain/words-sw.ts";
import type { LoanType } from "#server/core/members/group-settings.ts";
import { inSwahili } from "#server/core/mail/in-swahili.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import type { PaymentKind } from "./payments.ts";
import { writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

export type Rejection = { office: "Treasurer" | "Sec-Gen"; reason: string };

/** In Swahili what is said of a thing goes by its class. */
const payments: Record<PaymentKind, { en: string; sw: string; swIsRejected: string }> = {
  contribution: { en: "contribution", sw: "mchango wako wa", swIsRejected: "umekataliwa" },
  loan_payment: {
    en: "loan payment",
    sw: "rejesho lako la mkopo la",
    swIsRejected: "limekataliwa",
  },
  fine_payment: {
    en: "fine payment",
    sw: "malipo yako ya faini ya",
    swIsRejected: "yamekataliwa",
  },
};

/** `office` is null where the rejection follows from a rule, when a membership is approved (PAY-4). */
export function paymentRejectedMail(
  to: Addressee,
  groupName: string,
  params: {
    office: Rejection["office"] | null;
    reason: string;
    kind: PaymentKind;
    amountCents: Cents;
    reference: string;
  },
): Mail {
  const { office, reason, reference } = params;
  const swReason = office === null ? inSwahili(reason) : reason;
  const amount = formatKes(params.amountCents);
  const { en, sw, swIsRejected } = payments[params.kind];
  return writeMail(to, groupName, {
    en: [
      `Your ${en} of ${amount} was rejected`,
      office === null
        ? `Your ${en} of ${amount} (payment reference ${reference}) was rejected when your membership of ${groupName} was approved: ${reason}`
        : `The ${office} of ${groupName} rejected your ${en} of ${amount} (payment reference ${reference}). The reason given: ${reason}`,
      "It is not counted. You can put right what is wrong and record the payment again. If you think the rejection is a mistake, please speak to an official.",
    ],
    sw: [
      `${capital(sw)} ${amount} ${swIsRejected}`,
      office === null
        ? `${capital(sw)} ${amount} (nambari ya malipo ${reference}) ${swIsRejected} uanachama wako wa ${groupName} ulipoidhinishwa: ${swReason}`
        : `${officeInSwahili(office)} wa ${groupName} amekataa ${sw} ${amount} (nambari ya malipo ${reference}). Sababu iliyotolewa: ${reason}`,
      "Kiasi hiki hakihesabiwi. Unaweza kusahihisha makosa na kurekodi malipo tena. Kama unaona si haki kukataliwa, tafadhali zungumza na afisa.",
    ],
  });
}

const capital = (text: string) => `${text[0]?.toUpperCase()}${text.slice(1)}`;

const loans: Record<LoanType, { en: string; sw: string }> = {
  normal_loan: { en: "a normal loan", sw: "mkopo wa kawaida" },
  emergency_loan: { en: "an emergency loan", sw: "mkopo wa dharura" },
};

export function loanRejectedMail(
  to: Addressee,
  groupName: string,
  params: Rejection & { loanType: LoanType; amountCents: Cents },
): Mail {
  const { office, reason } = params;
  const amount = formatKes(params.amountCents);
  const { en, sw } = loans[params.loanType];
  return writeMail(to, groupName, {
    en: [
      `Your application for ${en} of ${amount} was rejected`,
      `The ${office} of ${groupName} rejected your application for ${en} of ${amount}. The reason given: ${reason}`,
      "Nothing was paid out, and you can apply again. If you think the rejection is a mistake, please speak to an official.",
    ],
    sw: [
      `Ombi lako la ${sw} wa ${amount} limekataliwa`,
      `${officeInSwahili(office)} wa ${groupName} amekataa ombi lako la ${sw} wa ${amount}. Sababu iliyotolewa: ${reason}`,
      "Hakuna kilichotolewa, na unaweza kuomba tena. Kama unaona si haki kukataliwa, tafadhali zungumza na afisa.",
    ],
  });
}
