// The sentences of refusals.ts in Swahili, by the same codes and from the same facts.
import { formatKes } from "./money.ts";
import { Refusal, type RefusalCode } from "./refusal.ts";
import type { refusals } from "./refusals.ts";
import {
  actionWords,
  datesInSwahili,
  kindWords,
  labelInSwahili,
  loanStatusWords,
  loanTypeWords,
  officeInSwahili,
  stateWords,
  wordIn,
} from "./words-sw.ts";

type Sentences = {
  [Code in RefusalCode]: (typeof refusals)[Code]["detail"] extends (facts: infer Facts) => string
    ? (facts: Facts) => string
    : string;
};

export const refusalsInSwahili: Sentences = {
  // Asking at all
  "not-signed-in": "Tafadhali ingia tena",
  "csrf-mismatch": "Ukurasa huu umepitwa na wakati. Upakie upya kisha ujaribu tena.",
  "cross-site": "Ombi hili limetoka kwenye tovuti nyingine, hivyo halikutekelezwa.",
  "took-too-long":
    "Imechukua muda mrefu mno, hivyo hakuna kilichobadilishwa. Tafadhali jaribu tena baada ya muda mfupi.",
  forbidden: "Huna ruhusa ya kufanya hili.",
  "group-figures-after-approval":
    "Utaona takwimu za kikundi Mwenyekiti akishaidhinisha uanachama wako.",
  "membership-not-approved": "Unaweza kufanya hili Mwenyekiti akishaidhinisha uanachama wako.",
  "account-read-only": "Umeondoka kwenye kikundi, hivyo akaunti yako inasomwa tu, haitumiki.",
  "dormant-cannot-borrow": "Uanachama wako ni tuli. Unaweza kulipa na kurejesha, lakini si kukopa.",
  "not-found": "Hatukupata ulichoomba.",
  "unreadable-body": "Ombi si JSON inayosomeka.",
  "too-many-requests": ({ retryAfterSeconds }) =>
    `Umejaribu mara nyingi mno. Tafadhali jaribu tena baada ya ${waitingTime(retryAfterSeconds)}.`,
  "server-busy": "Seva ina kazi nyingi sana. Tafadhali jaribu tena baada ya muda mfupi.",
  "database-away":
    "Kumbukumbu za kikundi hazifikiki kwa sasa. Tafadhali jaribu tena baada ya muda mfupi.",

  // Repeating a request
  "idempotency-key-malformed": "Idempotency-Key lazima iwe na herufi 1 hadi 200 zinazochapishika.",
  "idempotency-key-reused": "Idempotency-Key hii imeshatumika kwa ombi lingine.",
  "still-running": "Ombi la kwanza bado linashughulikiwa. Tafadhali subiri kidogo.",

  // Signing up and in
  "login-failed": "Baadhi ya maelezo yako ya kuingia si sahihi",
  "two-step-required": "Weka msimbo wa programu yako ya uthibitishaji.",
  "two-step-code-refused": "Msimbo huo si sahihi, au umeshatumika. Subiri unaofuata.",
  "two-step-code-wrong": "Msimbo huo si sahihi, au umeshatumika. Subiri unaofuata.",
  "two-step-demanded":
    "Kikundi chako kinataka maafisa waingie kwa hatua mbili. Iweke kwenye wasifu wako, kisha utaweza kufanya hivi.",
  "two-step-is-on": "Kuingia kwa hatua mbili kumeshawashwa.",
  "two-step-is-off": "Kuingia kwa hatua mbili hakujawashwa.",
  "two-step-kept-by-officials":
    "Kikundi chako kinataka maafisa waingie kwa hatua mbili, hivyo haiwezi kuzimwa.",
  "two-step-reset-oneself": "Zima kuingia kwako kwa hatua mbili kwenye wasifu wako.",
  "two-step-own-first":
    "Anza kwa kuweka kuingia kwa hatua mbili kwako mwenyewe, kwenye wasifu wako.",
  "sign-in-needs-reset": () =>
    "Umejaribu mara nyingi mno bila kufanikiwa. Chagua “Umesahau nenosiri?” ili uweke nenosiri jipya.",
  "activation-failed": "Kuwasha akaunti kumeshindikana",
  "activation-link-expired": "Kiungo hiki cha kuwasha akaunti kimepita muda. Omba kipya.",
  "activation-link-used": "Kiungo hiki cha kuwasha akaunti kimeshatumika. Unaweza kuingia.",
  "reset-link-invalid": "Kiungo hiki cha kuweka nenosiri upya hakifanyi kazi tena. Omba kipya.",
  "email-link-invalid":
    "Kiungo hiki cha kuthibitisha hakifanyi kazi tena. Badilisha barua pepe yako tena ili upate kipya.",
  "current-password-wrong": "Nenosiri lako la sasa si sahihi.",
  "already-in-use": ({ label }) => `${labelInSwahili(label)}: tayari inatumika.`,
  "photo-unreadable": "Chagua picha ya PNG, JPEG au WebP isiyozidi MB 2.",

  // Members and offices
  "action-not-offered": ({ action, state }) =>
    `Huwezi ${wordIn(actionWords, action)} mwanachama ambaye ${wordIn(stateWords, state)}.`,
  "no-such-account": ({ email }) =>
    `Hakuna akaunti yenye barua pepe ${email}. Mtu huyo ajisajili kwanza.`,
  "member-has-left": "Mwanachama huyu ameondoka kikundini, hivyo hawezi kuwa na wadhifa.",
  "email-not-confirmed": "Mwanachama huyu bado hajathibitisha barua pepe yake.",
  "reject-reason-required": "Tafadhali toa sababu ya kukataa.",
  "member-has-payments":
    "Mwanachama huyu ana malipo yaliyoidhinishwa au yasiyoamuliwa, hivyo hawezi kukataliwa.",
  "last-chairperson": "Huyu ndiye Mwenyekiti hai wa mwisho. Teua mwingine kwanza.",
  "office-needs-active-member": "Ni mwanachama hai tu anayeweza kuwa na wadhifa.",
  "already-holds-office": ({ office }) => `Mwanachama huyu tayari ni ${officeInSwahili(office)}.`,
  "holds-another-office": ({ office }) =>
    `Mwanachama huyu ni ${officeInSwahili(office)}. Ondoa jukumu hilo kabla ya kumpa lingine.`,
  "office-needs-contribution":
    "Ni mwanachama mwenye angalau mchango mmoja ulioidhinishwa tu anayeweza kupewa wadhifa.",
  "office-already-proposed": ({ office }) =>
    `Mwanachama huyu tayari amependekezwa kuwa ${officeInSwahili(office)}. Pendekezo hilo liishe kabla ya kutoa lingine.`,
  "no-office-proposed": "Hakuna wadhifa uliopendekezwa kwa mwanachama huyu.",
  "cannot-agree-to-office":
    "Afisa mwingine lazima akubali: si wewe uliyependekeza, wala mwanachama mwenyewe.",
  "cannot-object-to-own-proposal":
    "Wewe ndiye uliyependekeza. Afisa mwingine anaweza kupinga; wewe unaweza kuliondoa pendekezo.",
  "no-office-to-remove": ({ office }) =>
    `Mwanachama huyu si ${officeInSwahili(office)}, hivyo hakuna cha kuondoa.`,

  // Approvals by the two offices
  "office-already-acted": ({ office }) => `${officeInSwahili(office)} ameshaamua jambo hili.`,
  "item-decided": ({ status }) =>
    `Jambo hili tayari ${status === "approved" ? "limeidhinishwa" : "limekataliwa"}.`,
  "same-person-twice": "Umeshaamua jambo hili. Idhini nyingine lazima itoke kwa mtu mwingine.",

  // Payments
  "reference-of-another-member": "Nambari hii ya malipo imeshatumiwa na mwanachama mwingine.",
  "reference-used": ({ kind }) =>
    `Nambari hii ya malipo imeshatumika kwa ${wordIn(kindWords, kind)}.`,
  "reference-held":
    "Nambari hii ya malipo iko kwenye malipo mengine yanayohesabiwa tayari, hivyo haya hayawezi kuidhinishwa. Yakatae.",
  "date-in-future": "Tarehe haiwezi kuwa ya siku zijazo.",

  // Fines
  "fine-after-leaving": "Mwanachama huyu ameondoka kikundini, hivyo hawezi kutozwa faini.",
  "no-unpaid-fines": "Huna faini zisizolipwa.",
  "fine-payment-too-much": ({ payable, waiting }) =>
    waiting === null
      ? `Faini zako zisizolipwa ni ${payable}, hivyo huwezi kulipa zaidi ya hapo.`
      : `Bado unaweza kulipa ${payable} za faini zako: malipo ya ${waiting} tayari yanasubiri idhini.`,
  "fine-payment-above-unpaid":
    "Malipo haya yanazidi faini zisizolipwa za mwanachama, kwa kuwa faini moja ilirudishwa. Yakatae, na uombe kiasi sahihi.",

  // Leaving the group
  "settle-oneself":
    "Huwezi kujiondoa wala kujimalizia akaunti. Afisa mwingine lazima afanye hivyo.",
  "already-left": "Mwanachama huyu ameshaondoka kikundini.",
  "settlement-waits":
    "Mwanachama huyu bado ana malipo au maombi ya mikopo yanayosubiri idhini. Yaamue kwanza.",
  "exit-needs-a-loan":
    "Mwanachama huyu hana mkopo unaoendelea au uliopita muda, hivyo akaunti yake inaweza kumalizwa lakini hawezi kuondolewa.",
  "clear-needs-no-loan":
    "Mwanachama huyu bado anadaiwa mkopo, hivyo anaweza kuondolewa lakini akaunti yake haiwezi kumalizwa.",
  "nothing-to-clear": "Mwanachama huyu hana michango kikundini, hivyo hakuna cha kumaliza.",
  "figures-changed": "Takwimu zimebadilika. Pakia upya kisha ujaribu tena.",

  // A second person
  "proposal-is-own": "Umependekeza hili wewe mwenyewe, hivyo afisa mwingine lazima akubali.",
  "proposal-concerns-oneself": "Hili linakuhusu wewe mwenyewe, hivyo afisa mwingine lazima aamue.",
  "proposal-decided": "Pendekezo hili tayari limeamuliwa.",
  "proposer-lost-right":
    "Afisa aliyependekeza hili hana tena ofisi inayohitajika. Likatae, kisha lipendekezwe upya.",
  "setting-already-waits": "Badiliko la mpangilio huu tayari linasubiri. Likatae hilo kwanza.",

  // Bad debts
  "recover-from-oneself":
    "Huwezi kurejesha deni lako mwenyewe lisilolipika. Afisa mwingine lazima afanye hivyo.",
  "no-open-bad-debt": "Mwanachama huyu hana madeni yasiyolipika yaliyo wazi.",
  "recovery-above-debt": ({ outstandingCents }) =>
    `Zinazodaiwa kwenye deni hili ni ${formatKes(outstandingCents)} tu.`,

  // Group settings
  "year-start-after-closing":
    "Mwaka wa fedha umeshafungwa, hivyo mwanzo wa mwaka hauwezi kubadilishwa tena.",

  // Loans
  "bank-too-low-for-loan": "Salio la benki halitoshi kutoa mkopo huu.",
  "loan-above-group-balance": "Kiasi kinazidi salio la sasa la benki.",
  "loan-in-default": "Una mkopo uliopita muda. Urejeshe kabla ya kuomba mwingine.",
  "borrower-in-default":
    "Mwanachama huyu ana mkopo uliopita muda, hivyo hawezi kupewa mkopo mwingine.",
  "loan-already-pending": ({ type }) =>
    `Tayari una ombi la mkopo ${wordIn(loanTypeWords, type)} linalosubiri uamuzi.`,
  "loan-over-limit": ({ limit }) =>
    `Mkopo huu unazidi kiasi ambacho mwanachama anaweza kukopa sasa (${limit}), hivyo hauwezi kuidhinishwa.`,
  "loan-of-own-office": ({ office }) =>
    `Huu ni mkopo wa ${officeInSwahili(office)}, hivyo Mwenyekiti anauamua badala ya ofisi hiyo.`,
  "borrower-not-active": "Mwanachama huyu si hai, hivyo hawezi kupewa mkopo.",
  "loan-not-repayable": ({ status }) =>
    `Mkopo huu ${wordIn(loanStatusWords, status)}, hivyo hakuna cha kurejesha.`,
  "loan-payment-too-much": ({ payable, waiting }) =>
    waiting === null
      ? `Unaweza kurejesha hadi ${payable} kwa mkopo huu.`
      : `Unaweza kurejesha hadi ${payable} kwa mkopo huu: malipo ya ${waiting} tayari yanasubiri idhini.`,

  // Books
  "bank-too-low": "Salio la benki halitoshi kwa hili.",
  "year-closed": ({ year }) =>
    `Mwaka wa fedha ${year} umefungwa. Hakuna kinachoweza kuwekwa humo tena.`,

  // Ledger entries
  "charged-user-unknown": "Hakuna mwanachama mwenye jina hili la mtumiaji au nambari hii.",
  "charged-user-ambiguous":
    "Hii ni nambari ya mwanachama mmoja na jina la mtumiaji la mwingine. Tuma nambari kama nambari.",
  "declaration-unknown": "Hakuna tangazo kama hilo la gawio.",
  "declaration-reversed": "Tangazo hili la gawio lilibatilishwa, hivyo haliwezi kulipwa.",
  "declaration-remainder": ({ remaining }) =>
    `${remaining} za tangazo hili bado hazijalipwa. Malipo hayawezi kuzidi hapo.`,
  "deposit-unknown": "Hakuna amana kama hiyo ya muda maalum.",
  "deposit-reversed": "Amana hii ya muda maalum ilibatilishwa, hivyo haiwezi kutolewa.",
  "deposit-remainder": ({ remaining }) =>
    `${remaining} zimebaki kwenye amana hii. Kinachotolewa hakiwezi kuzidi hapo.`,

  // Reversals
  "entry-already-reversed": ({ by }) =>
    `Ingizo hili lilishabatilishwa na ingizo ${by}. Kama hilo lilikuwa kosa, liweke tena.`,
  "reversal-stays": "Ingizo hili lenyewe ni ubatilisho. Badala yake, weka tena kilichobatilishwa.",
  "closing-stays":
    "Ingizo hili lilifunga mwaka wa fedha, hivyo linabaki. Sahihisha kosa kwa ingizo la mwaka huu.",
  "settlement-stays":
    "Ingizo hili lilimaliza hesabu ya mwanachama, hivyo linabaki. Badala yake, weka tofauti kama matumizi au mapato mengine.",
  "payment-stays":
    "Ingizo hili ni la malipo ambayo ofisi zote mbili ziliidhinisha, hivyo linabaki. Badala yake, weka tofauti kama matumizi au mapato mengine.",
  "loan-stays":
    "Ingizo hili lilitoa mkopo, hivyo linabaki. Mkopo unaisha ukirejeshwa, au mwanachama akiondoka.",
  "declaration-used": "Magawio yameshalipwa kwa tangazo hili. Batilisha malipo hayo kwanza.",
  "deposit-used": "Sehemu ya amana hii imeshatolewa. Batilisha utoaji huo kwanza.",
  "fine-partly-paid":
    "Faini hii imeshalipwa, yote au sehemu, hivyo inabaki. Badala yake, mrudishie mwanachama kwa ingizo la matumizi.",
  "fine-written-off": "Faini hii ilifutwa mwanachama alipoondoka, hivyo hakuna cha kurudisha.",

  // Year end
  "year-not-over": ({ year, end }) =>
    `Mwaka wa fedha ${year} haujaisha: unaweza kufungwa baada ya ${datesInSwahili(end)}.`,
  "year-already-closed": ({ year }) => `Mwaka wa fedha ${year} umeshafungwa.`,
  "older-year-open": ({ year }) =>
    `Miaka inafungwa kuanzia wa zamani zaidi. Funga mwaka wa fedha ${year} kabla ya huu.`,
  "year-without-entries": ({ year }) =>
    `Hakuna kilichowekwa katika mwaka wa fedha ${year}, hivyo hakuna cha kufunga.`,
  "no-such-year": ({ year }) => `Hakuna mwaka kama huo wa fedha. Ulimaanisha ${year}?`,
  "log-shorter": ({ entries }) => `Kumbukumbu ina maingizo ${entries}, pungufu ya hayo.`,
  "log-empty": "Kumbukumbu ni tupu. Tafadhali jaribu tena baada ya muda mfupi.",
  "log-backwards": "Kumbukumbu ya baadaye ina maingizo machache kuliko ya awali.",
};

/** The refusal with its sentence in Swahili, also where it stands at a field. */
export function refusalInSwahili(refusal: Refusal): Refusal {
  const { code, kind, facts, errors } = refusal;
  if (code === "invalid-fields") return refusal;
  const sentence = refusalsInSwahili[code] as string | ((facts: never) => string);
  const detail = typeof sentence === "string" ? sentence : sentence(facts as never);
  const translated = Object.entries(errors ?? {}).map(([field, messages]) => [
    field,
    messages.map((message) => (message === refusal.detail ? detail : message)),
  ]);
  return new Refusal({
    code,
    kind,
    detail,
    facts,
    ...(errors && { errors: Object.fromEntries(translated) as Record<string, string[]> }),
  });
}

function waitingTime(seconds: number): string {
  return seconds <= 90 ? `sekunde ${seconds}` : `dakika ${Math.ceil(seconds / 60)}`;
}
