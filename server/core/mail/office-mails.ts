// The words of the mails about offices: proposed, counting, not coming to count, taken away (MEM-24).
import type { Office } from "#domain/permissions.ts";
import { officeInSwahili } from "#domain/words-sw.ts";
import type { Mail } from "./mail.ts";
import { sayMoment, writeMail, type Addressee, type Letters } from "./write-mail.ts";

/** To the member themselves, who is given an office or loses one. */
export function officeMail(
  to: Addressee,
  groupName: string,
  change: { office: Office; params: boolean },
): Mail {
  const { office, params } = change;
  const inSwahili = officeInSwahili(office);
  const en = params
    ? `You are now ${office} of ${groupName}.`
    : `You are no longer ${office} of ${groupName}.`;
  const sw = params
    ? `Sasa wewe ni ${inSwahili} wa ${groupName}.`
    : `Wewe si ${inSwahili} wa ${groupName} tena.`;
  return writeMail(to, groupName, { en: [en.slice(0, -1), en], sw: [sw.slice(0, -1), sw] });
}

/** `name` and the people in `how` are full names. */
type About = { name: string; office: Office };

/** To every active member: somebody is proposed, and until when officials may object. */
export function officeProposedLetters(
  { name, office }: About,
  { by, effectiveAt }: { by: string; effectiveAt: Date },
): Letters {
  const when = sayMoment(effectiveAt);
  const inSwahili = officeInSwahili(office);
  return {
    en: [
      `${name} is proposed as ${office}`,
      `${by} proposes ${name} as ${office}. It counts from ${when.en}, or earlier if another official agrees, and not at all if an official objects.`,
      "If something looks wrong, speak to the officials before then.",
    ],
    sw: [
      `${name} amependekezwa kuwa ${inSwahili}`,
      `${by} anapendekeza ${name} awe ${inSwahili}. Itaanza kutumika ${when.sw}, au mapema zaidi afisa mwingine akikubali, na haitatumika afisa akipinga.`,
      "Kama kuna kitu si sawa, zungumza na maafisa kabla ya wakati huo.",
    ],
  };
}

/** How an office came to count, by another official or because its time had come; or who took it away. */
type How =
  | { params: true; proposedBy: string; proposedAt: Date; agreedBy: string | null }
  | { params: false; by: string };

/** To every active member: somebody holds an office now, or holds it no longer. */
export function officeChangedLetters({ name, office }: About, how: How): Letters {
  const inSwahili = officeInSwahili(office);
  const done = sayHow(how);
  return {
    en: [
      `${name} is ${how.params ? "now" : "no longer"} ${office}`,
      `${name} is ${how.params ? "now" : "no longer"} ${office}.`,
      done.en,
      "If something looks wrong, speak to the officials.",
    ],
    sw: [
      how.params ? `${name} sasa ni ${inSwahili}` : `${name} si ${inSwahili} tena`,
      how.params ? `${name} sasa ni ${inSwahili}.` : `${name} si ${inSwahili} tena.`,
      done.sw,
      "Kama kuna kitu si sawa, zungumza na maafisa.",
    ],
  };
}

function sayHow(how: How): { en: string; sw: string } {
  if (!how.params) return { en: `Done by ${how.by}.`, sw: `Limefanywa na ${how.by}.` };
  const { proposedBy, agreedBy } = how;
  const when = sayMoment(how.proposedAt);
  return agreedBy === null
    ? {
        en: `Proposed by ${proposedBy} on ${when.en}. No official objected.`,
        sw: `Limependekezwa na ${proposedBy} tarehe ${when.sw}. Hakuna afisa aliyepinga.`,
      }
    : {
        en: `Proposed by ${proposedBy} on ${when.en}, and agreed to by ${agreedBy}.`,
        sw: `Limependekezwa na ${proposedBy} tarehe ${when.sw}, na kukubaliwa na ${agreedBy}.`,
      };
}

/** Why a proposal ended without counting. `lapsed`: the member could not hold the office any more. */
export type ProposalEnd =
  | { outcome: "objected"; by: string; reason: string }
  | { outcome: "withdrawn"; by: string }
  | { outcome: "lapsed" };

/** To the officials and to whoever was proposed. */
export function proposalEndedLetters({ name, office }: About, end: ProposalEnd): Letters {
  const inSwahili = officeInSwahili(office);
  const why = sayEnd(end);
  return {
    en: [
      `${name} is no longer proposed as ${office}`,
      `${name} does not become ${office}.`,
      why.en,
    ],
    sw: [`${name} hapendekezwi tena kuwa ${inSwahili}`, `${name} hatakuwa ${inSwahili}.`, why.sw],
  };
}

function sayEnd(end: ProposalEnd): { en: string; sw: string } {
  switch (end.outcome) {
    case "objected":
      return {
        en: `${end.by} objected. The reason given: ${end.reason}`,
        sw: `${end.by} amepinga. Sababu iliyotolewa: ${end.reason}`,
      };
    case "withdrawn":
      return {
        en: `${end.by} took the proposal back.`,
        sw: `${end.by} ameliondoa pendekezo.`,
      };
    case "lapsed":
      return {
        en: "The membership or the office of the member has changed since the proposal.",
        sw: "Uanachama au wadhifa wa mwanachama umebadilika tangu pendekezo litolewe.",
      };
  }
}
