import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/opening.ts";

export { accounts } from "../books.ts";

/** Words of bringing the books of a group that exists already; loaded only with its page. */
export const opening = {
  title: "Leta vitabu vyenu",
  subtitle:
    "Akiba na mikopo ya kitabu chenu au Excel inaingia mara moja, kwa karatasi. Hakuna kinachoandikwa hadi maafisa wawili wakubaliane.",
  back: "Uhasibu",
  guide: {
    who: "Mweka Hazina analeta karatasi. Kisha afisa mwingine, Katibu Mkuu au Mwenyekiti, anaikubali.",
    title: "Inavyokwenda, kwa jioni moja",
    steps: {
      office: "Alika Mweka Hazina na Katibu Mkuu: kuhamia kunahitaji watu wawili.",
      sheet: "Mweka Hazina anapata karatasi hapa chini, ananakili kitabu humo, na kuijaribu.",
      mend: "Akiba inasema kilicho na makosa, mstari kwa mstari. Rekebisha na ujaribu tena, mara nyingi upendavyo.",
      accept:
        "Mweka Hazina anapendekeza karatasi. Katibu Mkuu au Mwenyekiti anailinganisha na kitabu na kuikubali.",
      members: "Kila mwanachama anasema kama takwimu zake ni sahihi. Mnajibu kila Hapana.",
    },
    questions: {
      balance: {
        ask: "Hailingani. Tufanye nini?",
        answer:
          "Kile ambacho chama kinacho (benki, mikopo, faini zisizolipwa, amana, uwekezaji) lazima kiwe sawa na kilicho chake na kinachodaiwa (akiba, hisa, faida iliyobakizwa). Riba na faini zilizopatikana na hazijagawanywa ni faida iliyobakizwa: mara nyingi ndiyo imesahaulika.",
      },
      money: {
        ask: "M-PESA na pesa za sanduku zinaingia wapi?",
        answer: "Pamoja na benki, kwenye karatasi Chama.",
      },
      fines: {
        ask: "Je, kuna anayetozwa faini kwa kuhamia?",
        answer:
          "Hapana. Aliyelipa hadi mwezi gani hutoka kwenye karatasi, na kitabu cha zamani kimeshatoza miezi ya awali.",
      },
      noPhone: {
        ask: "Na wanachama wasio na simu au barua pepe?",
        answer:
          "Ni wanachama kama wengine. Mweka Hazina na Katibu Mkuu huingiza malipo kwa niaba yao, kwenye Miamala.",
      },
      wrong: {
        ask: "Ilikuwa karatasi isiyo sahihi?",
        answer: "Maafisa wawili wanairudisha mradi hakuna kinachoitegemea. Kisha leteni nyingine.",
      },
    },
  },
  notYours: "Mweka Hazina au Mwenyekiti hujaribu karatasi hapa",
  notYoursText: "Mweka Hazina akishaipendekeza, utaiona hapa na kuikubali, au kuikataa kwa sababu.",
  onlyTreasurer: "Unaweza kujaribu karatasi. Mweka Hazina ndiye huipendekeza.",
  sheet: {
    title: "Jaza karatasi",
    text: "Pata karatasi na unakili kitabu chenu humo. Kila safu inaeleza kinachoingia. Unaweza kuiacha nusu na kuendelea baadaye kwenye kompyuta yako.",
    xlsx: "Pata karatasi (Excel)",
    csv: "Hiyo hiyo kama CSV",
    what: "Nini huingia katika kila karatasi",
    members:
      "Wanachama: mstari mmoja kwa kila mwanachama. “Akiba hadi sasa” ni yote waliyoweka hadi sasa. “Amelipa hadi mwezi” ni mwezi wa mwisho waliolipia. Asiye na simu au barua pepe, acha wazi.",
    loans:
      "Mikopo: mstari mmoja kwa kila mkopo ambao haujalipwa wote. “Riba” ni gharama yote ya mkopo. “Kilicholipwa” ni yote aliyorejesha, pamoja na riba.",
    group:
      "Chama: kile ambacho chama chenyewe kinacho na kinadaiwa: benki pamoja na pesa taslimu na M-PESA, uwekezaji, hisa, faida iliyobakizwa. Akiba na mikopo ya wanachama hujumlishwa kutoka karatasi zingine.",
    deposits: "Amana za muda maalum: mstari mmoja kwa kila amana. Hakuna? Acha karatasi tupu.",
    history:
      "Michango iliyopita: ikiwa tu mnataka wanachama waone miezi yao ya awali. Hakuna? Acha karatasi tupu.",
    order:
      "Safu zinaweza kuwa kwa mpangilio wowote, tarehe kama 30 Jun 2026 au 30/06/2026, kiasi kwa koma au bila koma.",
  },
  day: {
    title: "Chagua siku ya mwisho ya kitabu cha zamani",
    text: "Karatasi inaeleza chama kilivyokuwa mwisho wa siku hii. Kuanzia kesho yake Akiba ndiyo kitabu.",
    label: "Siku ya mwisho ya kitabu cha zamani",
    help: "Mara nyingi ni mwisho wa mwezi. Haiwezi kuwa baada ya leo.",
    required: "Chagua siku.",
    future: "Chagua leo au siku ya awali.",
  },
  file: {
    title: "Jaribu karatasi",
    text: "Akiba huisoma na kueleza kilicho na makosa. Excel yenu wenyewe inafaa pia: mnasema mara moja kila safu ina nini. Hili ni jaribio: hakuna kinachoandikwa, na unaweza kujaribu mara nyingi upendavyo.",
    drop: "Dondosha karatasi hapa, au",
    choose: "Chagua karatasi",
    other: "Chagua karatasi nyingine",
    kinds: "Excel (.xlsx, .xls), au faili zote za CSV pamoja, zisizozidi MB 5",
    tooLarge: "Hii ni kubwa kuliko MB 5. Ondoa picha na karatasi zingine kwenye faili.",
    chosen: "{name}, {size}",
    reading: "Inasoma {name}.",
    slow: "Inachukua muda kuliko kawaida: mtandao ni wa polepole. Baki kwenye ukurasa huu; karatasi haipotei.",
    dayFirst: "Chagua kwanza siku hapo juu.",
    again: "Jaribu tena",
  },
  rehearsal: {
    title: "Karatasi inavyosema",
    good: "Kila kitu ni sahihi. Karatasi inalingana hadi senti.",
    counts:
      "{members, plural, one {mwanachama 1} other {wanachama #}}, {loans, plural, =0 {hakuna mkopo} one {mkopo 1} other {mikopo #}}",
    errors:
      "{count, plural, one {Jambo 1 lazima lirekebishwe} other {Mambo # lazima yarekebishwe}}",
    errorsText:
      "Hakuna kinachopendekezwa kabla ya hapo. Karatasi yenye safu ya Tatizo inayaeleza mstari kwa mstari.",
    warnings: "{count, plural, one {Jambo 1 la kuangalia} other {Mambo # ya kuangalia}}",
    warningsText: "Hayakuzuii.",
    download: "Pata karatasi yenye matatizo",
    problems: "Ya kurekebisha",
    where: "Wapi",
    row: "{sheet}, mstari {row}",
    column: "Safu",
    wholeRow: "Mstari wote",
    notCounted: "Hapa chini ni kile kilichosomeka hadi sasa. Cha kurekebishwa hakimo.",
    level: "Fanya",
    levels: { error: "Rekebisha", warning: "Angalia" },
    detail: "Kosa ni nini, na cha kuandika badala yake",
  },
  difference: {
    title: "Karatasi hailingani: {amount}",
    debitMore:
      "Kile ambacho chama kinacho kinazidi kile kinachodaiwa na kilicho chake kwa {amount}. Tafuta salio ambalo halipo au ni kubwa mno.",
    creditMore:
      "Kile ambacho chama kinadaiwa na kilicho chake kinazidi kile ambacho kinacho kwa {amount}. Tafuta salio ambalo halipo au ni kubwa mno.",
    also: "Haipatikani? Basi eleza kwa nini. Itawekwa kwenye faida iliyobakizwa afisa mwingine akiikubali huku akiona sababu yako.",
    label: "Sababu ya tofauti",
    help: "Kwa maneno yako, kwa mfano: pesa za sanduku zilihesabiwa, hakuna anayejua ni za lini.",
    required: "Toa sababu, au rekebisha karatasi.",
    accept: "Inawekwa kwenye faida iliyobakizwa: {amount}",
    reason: "Sababu ya Mweka Hazina: {reason}",
  },
  totals: {
    title: "Urari wa majaribio",
    of: "Urari wa majaribio tarehe {day}",
    account: "Akaunti",
    debit: "Debiti",
    credit: "Krediti",
    total: "Jumla",
    difference: "Tofauti",
    note: "Debiti ni kile ambacho chama kinacho, krediti ni kile kinachodaiwa na kilicho chake.",
  },
  figures: {
    title: "Kile ambacho kila mwanachama ataona",
    find: "Tafuta jina au nambari ya usajili",
    name: "Mwanachama",
    regNumber: "Nambari ya usajili",
    savings: "Akiba",
    paidUpTo: "Amelipa hadi",
    loanLimit: "Kikomo cha mkopo",
    share: "Sehemu ya riba",
    accountValue: "Thamani ya akaunti",
    none: "Hakuna mwanachama mwenye jina au nambari hii",
    noneHint: "Andika herufi chache.",
    never: "Bado hakuna",
  },
  lines: {
    title: "Karatasi inavyosema kuhusu kila mwanachama",
    text: "Ilinganishe na kitabu cha chama, mstari kwa mstari, kabla ya kuikubali.",
    find: "Tafuta jina au nambari ya usajili",
    member: "Mwanachama",
    paidUpTo: "Amelipa hadi",
    savings: "Akiba",
    loans: "Mikopo iliyobaki",
    fines: "Faini zisizolipwa",
    none: "Hakuna mwenye jina au nambari hiyo",
    noneHint: "Andika herufi chache.",
  },
  propose: {
    title: "Ipendekeze",
    ready:
      "{members, plural, one {Mwanachama 1} other {Wanachama #}} wenye akiba ya {savings}, kufikia {day}. Bado hakuna kinachoandikwa: Katibu Mkuu au Mwenyekiti ndiye anayeikubali.",
    notReady: "Rekebisha karatasi kwanza.",
    reasonFirst: "Toa kwanza sababu ya tofauti.",
    submit: "Pendekeza karatasi hii",
  },
  one: {
    proposed: "Karatasi hii inasubiri kukubaliwa",
    accepted: "Vitabu vyenu viko Akiba",
    refused: "Karatasi ya mwisho ilikataliwa",
    takenBack: "Karatasi ya mwisho ilirudishwa",
    waits: "Katibu Mkuu au Mwenyekiti anaikubali. Hadi hapo hakuna kinachoandikwa.",
    yourTurn:
      "Angalia jumla ya akiba na urari wa majaribio kando ya kitabu cha chama. Ukikubali, vyote vinaandikwa mara moja.",
    waitsForOther: "Afisa mwingine anaikubali. Hadi hapo hakuna kinachoandikwa.",
    savings: "Jumla ya akiba",
    day: "Siku ya mwisho ya kitabu cha zamani",
    members: "Wanachama",
    loans: "Mikopo",
    ownSheet: "Imesomwa kutoka karatasi yenu wenyewe",
    proposedBy: "Imependekezwa na",
    acceptedBy: "Imekubaliwa na",
    refusedBy: "Imekataliwa na",
    by: "{name}, {moment}",
    byOffice: "{office} {name}, {moment}",
    accept: "Kubali",
    refuse: "Kataa",
    takeBack: "Rudisha",
    membersAsked:
      "Kila mwanachama anaulizwa kama takwimu zake ni sahihi anapoingia mara ya kwanza.",
  },
  accept: {
    title: "Viandikwe vitabu hivi?",
    text: "Ingizo moja kwa kila mwanachama, moja kwa kila mkopo na moja la chama yanaandikwa, kwa tarehe {day}. Maafisa wawili wanaweza kuyarudisha mradi hakuna kinachoyategemea.",
    label: "Jumla ya akiba katika kitabu cha chama",
    help: "Zijumlishe kwenye kitabu na uandike jumla. Karatasi inasema {amount}.",
    required: "Andika jumla ya akiba ya kitabu chenu.",
    other: "Jumla yako si ile ya karatasi ({amount}). Kataa karatasi, au angalia tena.",
    difference: "Nimeona tofauti ya {amount} na sababu yake.",
    differenceRequired: "Weka alama kwamba umeona tofauti, au kataa karatasi.",
    submit: "Andika vitabu",
    lessTitle: "Pungufu sana kuliko awali",
    lessText:
      "Karatasi iliyorudishwa ilikuwa na akiba ya {before}, hii ina {after}. Je, ni sahihi?",
    confirm: "Ndiyo, andika vitabu hata hivyo",
  },
  refuse: {
    title: "Kataa karatasi hii",
    text: "Hakuna kinachoandikwa. Mweka Hazina anaona sababu yako na anaweza kuleta karatasi nyingine.",
    reason: "Ina makosa gani",
    required: "Sema ina makosa gani, ili irekebishwe.",
    submit: "Kataa karatasi",
  },
  takeBack: {
    title: "Virudishwe vitabu hivi?",
    text: "Vyote vilivyoletwa na karatasi vinabatilishwa, mara afisa wa pili anapokubali. Kisha karatasi nyingine inaweza kuletwa.",
    second:
      "{name} ameomba hivyo: “{reason}”. Ukikubali, vyote vilivyoletwa na karatasi vinabatilishwa mara moja.",
    asked: "{office} {name} anataka kuvirudisha: “{reason}”. Afisa mwingine lazima akubali.",
    reason: "Kwa nini",
    required: "Toa sababu.",
    submit: "Omba kurudisha",
    agree: "Kubali na urudishe",
    rests: "Kuna vinavyotegemea vitabu hivi",
    restsText: "Hivi vinatangulia: vibatilishe au uvikatae, kisha urudishe vitabu.",
    items: {
      contribution: "Mchango",
      loan_payment: "Rejesho",
      fine_payment: "Malipo ya faini",
      loan: "Mkopo",
      fine: "Faini",
      loan_change: "Badiliko la mkopo",
      fixed_deposit_redemption: "Amana iliyochukuliwa",
      settlement: "Kuondoka",
      financial_year: "Mwaka uliofungwa",
      bank: "Benki ingekuwa chini ya 0 tarehe",
      entry: "Ingizo la jarida",
    },
    item: "{kind} {name}",
    more: "{count, plural, one {na 1 zaidi} other {na # zaidi}}",
  },
  claims: {
    title: "Wanaodai majina ya daftari",
    text: "Hadi ithibitishwe kwamba ndiye, akaunti haina akiba, mikopo wala haki za daftari.",
    by: "Anadai kwa simu {phone} na barua pepe {email}",
    book: "Kwenye daftari: {phone}, {email}. Alidai {moment}",
    proofs: {
      sms: "Msimbo umetumwa kwa simu iliyo kwenye daftari. Maafisa huthibitisha tu usipofika ndani ya siku moja.",
      mail: "Kiungo kimetumwa kwa anwani iliyo kwenye daftari. Maafisa huthibitisha tu kisipofika ndani ya siku moja.",
      officials:
        "Hakuna kitu kwenye daftari kinachomfikia: maafisa wawili wanapaswa kukutana naye.",
      unreached: "Kilichotumwa hakikumfikia mtu: maafisa wawili wanapaswa kukutana naye.",
    },
    confirmedBy: "Amethibitishwa na {name}; afisa mwingine anapaswa kuthibitisha pia",
    own: "Alialikwa na wewe, au na afisa aliyemthibitisha.",
    confirm: "Thibitisha ana kwa ana",
    confirmTitle: "Je, huyu ni {name}?",
    confirmText:
      "Thibitisha tu kama umekutana na {name} na unamjua, na anasema kwamba simu {phone} na barua pepe {email} ni zake. Baada ya neno la afisa wa pili, akaunti na akiba yake ni yake. Maafisa wote na simu iliyo kwenye daftari wataarifiwa.",
  },
  answers: {
    title: "Wanachama wanavyosema",
    sentence:
      "{confirmed, number} kati ya {all, number} wamethibitisha, {disputed, number} wamepinga",
    open: "{count, plural, =0 {Kila mtu amejibu.} one {1 bado hajajibu.} other {# bado hawajajibu.}}",
    bar: "Wanachama {confirmed, number} kati ya {all, number} wamethibitisha takwimu zao",
    member: "Mwanachama",
    figures: "Kitabuni",
    disputes: "Wanaopinga",
    waiting: "Bado hawajajibu",
    nobodyWaits: "Kila mtu amejibu",
    savedTo: "{savings} ya akiba, {owed} ya deni",
    says: "“{words}”",
    resolve: "Jibu",
    resolveTitle: "Mjibu {name}",
    resolveText:
      "Sema kilichopatikana. Ikiwa kiasi kilikuwa na makosa, weka kwanza marekebisho. Kisha inahesabiwa kuwa imethibitishwa.",
    resolveWords: "Jibu lako",
    resolveSubmit: "Tuma jibu",
    paper: "Amethibitisha kwa karatasi",
    paperTitle: "{name} amethibitisha kwa karatasi",
    paperText:
      "Kwa asiye na akaunti hapa. Sema karatasi iliyotiwa sahihi iko wapi. Jina lako linakaa kando yake.",
    paperWords: "Sahihi iko wapi",
    paperSubmit: "Thibitisha kwa karatasi",
    required: "Andika kwa maneno machache.",
    noAccount: "Bado hana akaunti hapa",
    invite: "Alika",
  },
  history: {
    title: "Karatasi hadi sasa",
    day: "Siku",
    state: "Hali",
    members: "Wanachama",
    savings: "Jumla ya akiba",
    proposed: "Imependekezwa",
    ended: "Kisha",
    states: {
      proposed: "Inasubiri",
      accepted: "Imekubaliwa",
      refused: "Imekataliwa",
      taken_back: "Imerudishwa",
    },
    none: "Bado hakuna karatasi",
    reason: "{office} {name}: {reason}",
  },
} as const satisfies TextsOf<typeof en.opening>;

/** Inviting everybody in the book (OPEN-63). */
export const inviteAll = {
  title: "Wote walio kwenye daftari",
  text: "Kubonyeza mara moja kunawaalika wote walio kwenye daftari la chama wasio na akaunti: kwa SMS au barua pepe chama kikiwa nazo. Viungo vingine viko hapa ili uwakabidhi wenyewe: nakili, tuma, au chapisha karatasi na uikate.",
  invite: "{count, plural, one {Mwalike 1 asiye na akaunti} other {Waalike wote #}}",
  print: "Chapisha vipande",
  sheetTitle: "Mialiko ya kukabidhi",
  listTitle: "Viungo vya kukabidhi",
  linkOf: "kiungo cha {name}",
  until: "hadi {moment}",
  slip: "Akaunti yako ya {group}. Skani hapa, au fungua anwani hii. Inatumika mara moja, na ni yako tu.",
} as const satisfies TextsOf<typeof en.inviteAll>;
