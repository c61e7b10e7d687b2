// What a file brings, statements and the sheet of a group's books: what is wrong with it, and what its lines are.
import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/files.ts";

/** What is wrong with a line of a statement. */
export const statements = {
  notRead: {
    hidden: "Ukurasa “{sheet}” umefichwa na haukusomwa.",
    statement:
      "Ukurasa “{sheet}” nao ni taarifa na haukusomwa. Uhifadhi kama faili yake yenyewe, kisha uichague.",
    "no-statement": "Ukurasa “{sheet}” si taarifa na haukusomwa.",
  },
  /** The balance before the first line, or after the last, if the file does not say it. */
  unprinted: {
    opening: "Inaanza na {balance}, haijachapishwa.",
    closing: "Inaisha na {balance}, haijachapishwa.",
  } as const,
  problems: {
    "date-unreadable": "“{written}” si tarehe inayosomeka. Siku hutangulia mwezi.",
    "date-to-come":
      "“{written}” ni siku ambayo haijafika. Isahihishe kwenye faili, au uliza benki.",
    "amount-unreadable": "“{written}” si kiasi kinachosomeka.",
    "date-two-readings":
      "“{written}”: huenda Excel ilibadilishana siku na mwezi. Pakia faili ya benki yenyewe.",
    "amount-two-readings":
      "“{written}” inaweza kuwa maelfu, au shilingi na senti. Iandike kama 1500 au 1500.00, au pakia faili ya benki yenyewe.",
    "minus-two-readings":
      "“{written}” inaweza kuwa pesa zilizorudi, au pesa zilizotoka zenye alama, na hakuna salio linaloonyesha. Andika pesa zilizorudi kama krediti.",
    "amount-too-large": "{written} ni zaidi ya kiwango cha taarifa.",
    "amount-missing": "Mstari huu hauna kiasi.",
    "both-sides": "Mstari huu una pesa zilizoingia na zilizotoka kwa pamoja.",
    "paid-in-below-zero": "Pesa zilizoingia haziwezi kuwa chini ya 0: {written}",
    "columns-unknown": "Sema ni safu ipi kati ya hizi ina nini: {written}",
    "currency-foreign": "Taarifa hii ni ya {written}. Vitabu ni vya shilingi za Kenya pekee.",
    "quote-stray":
      "Alama ya nukuu ndani ya “{written}” haijaandikwa mara mbili, hivyo visanduku vya mstari huu huenda vimepotelea katika vingine. Iandike mara mbili au iondoe.",
    "rows-in-a-cell":
      "Kisanduku hiki kinaonekana kuwa na mstari mwingine ndani yake: “{written}”. Sahihisha alama za nukuu zake.",
    "row-too-long":
      "Mstari huu una visanduku vingi kuliko safu wima: “{written}”. Weka maandishi au kiasi chenye mkato ndani ya alama za nukuu, au andika kichwa juu ya safu hiyo.",
    "row-too-short":
      "Mstari huu una visanduku vichache kuliko safu wima, hivyo kiasi chake huenda kiko katika safu isiyo yake: “{written}”. Huenda maandishi yamekatwa na mstari mpya: uondoe, au pakia faili ya benki yenyewe.",
    "side-unreadable": "“{written}” haisemi kama hii ni debiti au krediti.",
  },
} satisfies TextsOf<typeof en.statements>;

/** What a line of a statement is, or may be, and why. */
export const statementLines = {
  matched: {
    reference: "Kumbukumbu na kiasi vinalingana",
    code: "Msimbo wa M-PESA na kiasi vinalingana",
    by_hand: "Umelinganishwa na afisa",
    recorded: "Yamerekodiwa kutoka mstari huu",
    booked: "Imeingizwa vitabuni kutoka mstari huu",
    cents: "Senti ambazo M-PESA haikuweza kutuma",
  },
  suggested: {
    "other-amount": "Nambari ya malipo ni ile ile, lakini iliingizwa kama {amount}",
    zeros:
      "Kumbukumbu ni ile ile ila sifuri za mwanzo ambazo lahajedwali huziacha, na kiasi ni kile kile",
    account: "Mlipaji aliandika akaunti ya mwanachama huyu",
    "account-word": "Mlipaji aliandika akaunti ya mwanachama huyu na “{word}”",
    "account-fits": "Mlipaji aliandika akaunti ya mwanachama huyu, na kiasi kinalingana",
    "account-loan": "Mlipaji aliandika akaunti ya mwanachama huyu, ambaye ana mkopo unaoendelea",
    "account-fines":
      "Mlipaji aliandika akaunti ya mwanachama huyu, ambaye ana faini ambazo hazijalipwa",
    "account-claimed": "Mlipaji aliandika akaunti ya mwanachama huyu, naye alitaja kiasi hiki",
    name: "Jina ni la mwanachama huyu, na kiasi kinalingana",
    "name-claimed": "Jina ni la mwanachama huyu, ambaye alitaja kiasi hiki",
    entry: "Kiasi ni kilekile, kiko vitabuni tarehe {date}",
  },
} as const satisfies TextsOf<typeof en.statementLines>;

/** What the statements say of a payment that waits (STAT-20). */
export const evidence = {
  reference: "Taarifa inaonyesha nambari ile ile ya malipo na kiasi kile kile.",
  code: "Taarifa ya benki inaonyesha msimbo ule ule wa M-PESA na kiasi kile kile.",
  byHand: "Afisa alioanisha mstari huu wa taarifa na malipo haya; kiasi ni kile kile.",
  amount: "Taarifa inaonyesha kiasi kingine kwa nambari hii ya malipo: {amount}.",
  direction: "Taarifa inaonyesha nambari hii ya malipo kama pesa zilizotoka: {amount}.",
  reversed: "Taarifa inaonyesha kuwa malipo haya yalirudishwa: {amount} zilitoka tena.",
  taken: "Mstari wenye nambari hii ya malipo tayari ni wa kitu kingine.",
  named: "Taarifa inamtaja {member} ({number}).",
  namedElse: "Taarifa inamtaja mtu mwingine.",
  twins: "Risiti hii iko kwenye mistari miwili.",
  partsMissing:
    "Malipo yenye nambari hii ni {claimed}, mstari wa taarifa ni {amount}: bado {missing}.",
  partsAbove:
    "Malipo yenye nambari hii ni {claimed}, mstari wa taarifa ni {amount}: yamezidi kwa {above}.",
  lacking: "M-PESA imethibitisha malipo haya, na taarifa kamili za akaunti yake hazina.",
  covered: "Taarifa za siku hizi ni kamili, na hazina mstari wenye nambari hii ya malipo.",
  notCovered: "Bado hakuna taarifa ya siku hizi.",
  told: "M-PESA imeripoti malipo haya, na bado haijayathibitisha.",
} as const satisfies TextsOf<typeof en.evidence>;

/** What changed a figure of a day after it was accepted (STAT-35). */
export const reopened = {
  entry: "Ingizo {id} liliwekwa: {description}.",
  statement: "Taarifa {file} iliingizwa.",
  withdrawn: "Taarifa {file} iliondolewa.",
  acceptedStatement: "Taarifa {file}, isiyojumlika, ilikubaliwa.",
  matched: "Mstari wa {date}, {amount}, ulioanishwa.",
  unmatched: "Uoanishaji wa mstari wa {date}, {amount}, ulitenguliwa.",
  figures: "Kuna hesabu ambayo si ile iliyokubaliwa.",
} as const satisfies TextsOf<typeof en.reopened>;

/** What a reconciliation leaves to be explained (STAT-37). */
export const unexplained = {
  agreed: "Vinalingana na benki hadi {date}, tofauti {difference}",
  agreedOpen: "Vilikubaliwa na benki hadi {date}, tofauti {difference}, {amount} bado hazijaelezwa",
  cameIn: "{amount} ziliingia benki tarehe {date} na hazimo kwenye vitabu",
  waits: "{amount} ziliingia benki tarehe {date} na hazimo kwenye vitabu: malipo yanasubiri idhini",
  waitAll: "{amount} ziliingia benki na hazimo kwenye vitabu: malipo {count} yanasubiri idhini",
  left: "{amount} zilitoka benki tarehe {date} na hazimo kwenye vitabu",
  bookedIn:
    "{amount} zimo kwenye vitabu kuwa zilipokelewa tarehe {date} na hazimo kwenye taarifa yoyote",
  bookedOut:
    "{amount} zimo kwenye vitabu kuwa zililipwa tarehe {date} na hazimo kwenye taarifa yoyote",
  more: "{count, plural, one {Kingine #} other {Vingine #}}, jumla {amount}",
  differing: "Mistari na maingizo yake vina kiasi tofauti: benki ukitoa vitabu ni {amount}",
  difference: "Benki ina {amount} ambazo hakuna mstari wala ingizo linalozieleza",
  twins:
    "{count, plural, one {Mstari # una} other {Mistari # ina}} risiti iliyo pia kwenye mstari mwingine",
  contested:
    "{count, plural, one {Malipo # yanadaiwa} other {Malipo # yanadaiwa kila moja}} na wanachama wawili, na taarifa inamtaja mmoja wao",
  twinsAre:
    "Risiti {reference} iko kwenye mistari miwili: {amount} ya tarehe {date} kwenye {where}, na {otherAmount} ya tarehe {otherDate} kwenye {otherWhere}",
  contestedIs:
    "{first} na {named} wote wanadai malipo {reference}, {amount}: taarifa inamtaja {named}",
  setAside:
    "{name} ({office}) aliweka kando mstari {reference} wa tarehe {date} kwenye {where}, {amount}: {reason}",
  breaks:
    "{count, plural, one {Baada ya mstari # taarifa inaonyesha} other {Baada ya mistari # taarifa zinaonyesha}} salio tofauti na linalofuata",
} as const satisfies TextsOf<typeof en.unexplained>;

/** The sheet that brings a group's books over: what is wrong with it, its notes, and its words. */
export const opening = {
  problems: {
    "sheet-missing":
      "Karatasi {written} haipo. Inakili kutoka kwenye kiolezo pamoja na vichwa vyake.",
    "sheet-unknown":
      "Hapa hakuna vichwa vya safu vya kiolezo, kwa hivyo karatasi hii haiwezi kusomwa. Weka vichwa vya kiolezo kwenye mstari mmoja.",
    "sheet-not-read":
      "Karatasi hii si ya kiolezo na haikusomwa. Ikiwa inapaswa kusomwa, ipe jina la karatasi ya kiolezo.",
    "sheet-hidden":
      "Karatasi hii imefichwa na haikusomwa. Ikiwa inapaswa kusomwa, ionyeshe kwa Excel (Unhide).",
    "sheet-twice": "Karatasi {written} ipo tayari. Itume mara moja.",
    "heading-missing": "Safu hii inahitajika na haipo. Iongeze kwa kichwa hiki.",
    "heading-twice": "Safu hii ipo mara mbili. Bakiza moja.",
    "heading-unknown":
      "Safu hii si ya kiolezo na haikusomwa. Ikiwa inapaswa kusomwa, ipe kichwa cha kiolezo.",
    "nobody-in-it": "Hakuna mwanachama katika karatasi hii. Andika mstari mmoja kwa kila mmoja.",
    "too-many-members": "Karatasi moja huchukua wanachama {most} tu.",
    "too-many-loans": "Karatasi moja huchukua mikopo {most} tu.",
    "quote-stray":
      "Alama ya nukuu ndani ya “{written}” haijaandikwa mara mbili, hivyo visanduku vya mstari huu huenda vimepotelea katika vingine. Iandike mara mbili au iondoe.",
    "rows-in-a-cell":
      "Kisanduku hiki kinaonekana kuwa na mstari mwingine ndani yake: “{written}”. Sahihisha alama za nukuu zake.",
    "row-too-long":
      "Mstari huu una visanduku vingi kuliko safu wima: “{written}”. Weka maandishi au kiasi chenye mkato ndani ya alama za nukuu, au andika kichwa juu ya safu hiyo.",
    "example-changed":
      "Mstari huu ni mfano na haukusomwa. Andika namba ya usajili, akaunti au maelezo yake ikiwa unapaswa kusomwa.",
    missing:
      "Kisanduku hiki kinahitajika na hakina kitu. Andika kinachotakiwa; kiasi cha bure ni 0.",
    "amount-unreadable":
      "“{written}” si kiasi kinachoweza kusomwa. Kiandike kama 1500 au 1,500.50.",
    "amount-too-large":
      "{written} ni zaidi ya KES 1,000,000,000. Andika kiasi kidogo zaidi, kwa KES.",
    "amount-below-zero": "{written} ni chini ya 0. Andika kiasi kilicho juu ya 0.",
    "amount-zero": "Hii lazima iwe zaidi ya 0. Andika kiasi, au uache mstari huu.",
    "date-unreadable":
      "“{written}” si tarehe inayoweza kusomwa. Iandike kama 2026-06-30 au 30/06/2026.",
    "month-unreadable": "“{written}” si mwezi unaoweza kusomwa. Uandike kama 2026-06.",
    "after-cut-over": "{date} ni baada ya siku ya kuhamia, {cutOver}. Andika siku isiyozidi hiyo.",
    "month-too-far": "Mwezi wa mwisho unaokubalika ni {latest}. Andika huo au wa kabla yake.",
    "before-given": "Hii ni kabla ya mkopo kutolewa, {given}. Rekebisha mojawapo ya siku hizi.",
    "before-placed": "Hii ni kabla ya amana kuwekwa, {placed}. Rekebisha mojawapo ya siku hizi.",
    "text-too-long": "Hii ni ndefu kuliko herufi {most}. Ifupishe.",
    "text-unprintable":
      "Hapa kuna alama zisizoonekana, au herufi za maandishi tofauti katika neno moja. Andika upya.",
    "name-office": "Jina hili linafanana na ofisi ya chama. Andika jina la mwanachama mwenyewe.",
    "name-no-letter": "Jina lina angalau herufi moja. Andika jina la mwanachama.",
    "name-unprinted":
      "Ripoti haziwezi kuchapisha herufi hizi. Andika jina kwa herufi za Kilatini, kama kwenye kitambulisho.",
    "name-link": "Jina haliwezi kuwa na anwani ya ukurasa wala ya barua pepe. Andika jina pekee.",
    "name-mixed-scripts":
      "Jina hili lina herufi za maandishi tofauti katika neno moja. Liandike upya.",
    "phone-unreadable":
      "“{written}” si namba ya simu ya Kenya. Iandike kama 0712345678, au uiache wazi.",
    "email-unreadable":
      "“{written}” si barua pepe. Iandike kama amina@example.com, au uiache wazi.",
    "amount-two-readings":
      "“{written}” inaweza kuwa {one} au {other}. Iandike kama mojawapo, au sema kiasi cha namna hii kinasomwaje.",
    "date-two-readings":
      "“{written}” inaweza kuwa {one} au {other}: huenda Excel ilibadilishana siku na mwezi. Andika tarehe kama maandishi, mfano 30 Juni 2026, au sema tarehe za namna hii zinasomwaje.",
    "not-in-list": "“{written}” haimo kati ya hizi: {words}. Andika mojawapo.",
    "reg-number-twice":
      "Namba hii ya usajili ipo tayari kwenye mstari {row}. Mpe kila mwanachama yake, au bakiza mstari mmoja.",
    "phone-twice":
      "Namba hii ya simu ipo tayari kwenye mstari {row}. Ibakize kwenye mstari mmoja na uache mwingine wazi.",
    "email-twice":
      "Barua pepe hii ipo tayari kwenye mstari {row}. Ibakize kwenye mstari mmoja na uache mwingine wazi.",
    "name-twice": "Jina hili lipo pia kwenye mstari {row}. Je, ni watu wawili?",
    "phone-taken":
      "Namba hii ya simu ni ya akaunti ya {regNumber}. Iache wazi, au andika namba hiyo ya usajili kama ni mtu yuleyule.",
    "email-taken":
      "Barua pepe hii ni ya akaunti ya {regNumber}. Iache wazi, au andika namba hiyo ya usajili kama ni mtu yuleyule.",
    "account-waits":
      "Akaunti ya namba hii ya usajili inasubiri idhini ya Mwenyekiti. Iidhinishwe kwanza.",
    "account-inactive": "Akaunti ya namba hii ya usajili imezimwa. Iwashwe kwanza.",
    "account-left":
      "Mwenye akaunti ya namba hii ya usajili ameondoka kwenye chama. Uache mstari huu, au andika namba nyingine.",
    "account-named": "Akaunti ya namba hii ya usajili ina jina {name}, na italibakiza.",
    "reg-number-unknown":
      "{written} si namba ya usajili iliyo kwenye karatasi Wanachama. Iandike ilivyo huko, au mwongeze mwanachama huko.",
    "paid-above-owed":
      "Hii ni zaidi ya Kiasi na Riba, {owed}. Andika kilicholipwa, kisichozidi hapo.",
    "loan-paid": "Mkopo huu umelipwa wote na hauhamishwi.",
    "lent-in-part":
      "Mkopo wa awamu una Mkopo gani, Awamu zilizobaki na Awamu inayofuata zote; mwingine hauna hata moja. Jaza hapa, au uache hizo nyingine tupu.",
    "product-unknown":
      "“{written}” si mkopo ambao chama kinatoa: {words}. Andika mmoja wao, au Mwenyekiti auongeze kwanza.",
    "product-of-other-type": "Mkopo huu ni wa aina nyingine. Andika aina yake, au mkopo mwingine.",
    "principal-above-amount":
      "Kwa mkopo wa awamu hii ni sehemu ya mkopo iliyolipwa, chini ya Kiasi, {amount}. Riba iliyolipwa haihesabiwi humo.",
    "instalments-unreadable": "Andika ni awamu ngapi zilizobaki, kuanzia 1 hadi {most}.",
    "instalments-too-many": "Awamu moja kati ya hizi haingelipa chochote. Andika chache zaidi.",
    "next-due-past":
      "Awamu inayofuata iko baada ya siku ya kuhamia, {cutOver}. Iliyopita iko kwenye Riba, na inagawanywa katika awamu zilizobaki.",
    "due-not-last":
      "Awamu ya mwisho inalipwa {last}. Andika siku hiyo, au rekebisha awamu zilizobaki au siku inayofuata.",
    "loan-twice": "Mkopo kama huu upo kwenye mstari {row}. Je, ni mikopo miwili?",
    "history-not-savings":
      "Michango iliyopita ya mwanachama huyu ni jumla ya {sum}, na Akiba hadi sasa ni {savings}. Rekebisha mojawapo, au ongeza miezi iliyokosekana.",
    "history-above-savings":
      "Michango iliyopita ya mwanachama huyu ni jumla ya {sum}, zaidi ya Akiba hadi sasa, {savings}. Rekebisha mojawapo.",
    "account-elsewhere": "Hii hutoka kwenye karatasi {written}. Iache hapa.",
    "account-not-brought":
      "Mapato, matumizi, magawio na hesabu za mwisho wa mwaka havihamishwi. Weka kilichobaki kwenye faida iliyobakizwa.",
    // Of a sheet of the group's own
    "own-sheet-gone": "Karatasi {written} haipo katika faili hili. Chagua iliyopo.",
    "own-sheet-twice": "Karatasi {written} imechaguliwa mara mbili. Ondoa moja.",
    "own-member-unclear":
      "{written} anaweza kuwa mmoja kati ya wanachama kadhaa wa karatasi zilizotangulia. Andika namba zao za usajili katika karatasi zote mbili.",
    "own-figure-twice":
      "{written} ana kiasi hiki katika karatasi {sheet} pia, na huenda ni pesa zile zile. Acha safu hiyo nje ya moja kati ya karatasi hizo mbili.",
    "own-column-gone": "Safu {written} haipo katika karatasi hii. Sema tena kila safu ina nini.",
    "own-column-needed": "Hakuna safu yenye hili bado: {written}. Sema ni ipi.",
    "own-month-unknown": "{written} ni wa mwaka gani? Andika mwaka wa mwezi wa kwanza.",
    "own-month-twice":
      "{month} tayari iko kwenye safu {written}. Ondoa alama ya moja kati ya hizo mbili.",
    "own-months-gap":
      "Hakuna kitu katika {month}, na baadaye kipo. Inasomwa kuwa amelipa hadi {last}; kama si sahihi, andika mwezi huo katika safu yake.",
    "own-row-left-out":
      "“{written}” si mwanachama na haisomwi. Kama ni mwanachama, andika 0 kama akiba yake.",
    "own-row-nameless":
      "Mstari huu hauna jina na si jumla: mistari ya wanachama ni {sum}, na hapa ni {found}. Andika jina la mwanachama, au rekebisha jumla.",
    "own-row-unnamed": "Mstari huu hauna jina: {written}. Andika jina la mwanachama.",
    "own-name-single":
      "“{written}” ni jina moja tu. Andika jina la kwanza na la mwisho la mwanachama.",
    "own-total-left-out": "“{written}” ni jumla ya mistari ya wanachama na haisomwi.",
    "own-total-wrong":
      "Jumla hii si sahihi: mistari ya wanachama ni {sum}, na hapa ni {found}. Rekebisha jumla au mstari wenye kosa.",
    "own-may-be-total":
      "“{written}” ni jumla ya mistari yote ya juu. Iite Jumla kama ndivyo, au mpe kila mwanachama namba ya usajili.",
    "own-sum-wrong":
      "Miezi ni jumla ya {sum}, na hapa ni {found}. Rekebisha jumla au mwezi wenye kosa.",
    "name-two-readings":
      "“{written}” na “{other}” kwenye mstari {row} huenda ni mwanachama mmoja. Sema kama ni mmoja au ni wawili.",
    "reg-number-two-readings":
      "“{written}” huenda ilipoteza sifuri, kama {padded} ilivyo nazo. Sema ni ipi kati ya hizo mbili.",
    "books-begun":
      "Vitabu vya hapa vina ingizo la {first}, siku ya kuhamia, {cutOver}, au kabla yake. Karatasi haiwezi kukubaliwa hivyo: chagua siku ya mapema zaidi, au ingizo hilo litenguliwe.",
    "opening-stands":
      "Kilicholetwa tarehe {day} kiko vitabuni. Kirudisheni kabla ya karatasi hii kukubaliwa.",
    "months-since":
      "{months, plural, one {Mwezi 1 umekwisha} other {Miezi # imekwisha}} tangu siku ya kuhamia, {cutOver}. Kilicholipwa tangu hapo kiingizwe hapa, la sivyo wanachama watakuwa wamechelewa tangu siku ya kwanza.",
    "account-twice":
      "Akaunti hii ipo tayari kwenye mstari {row}. Jumlisha zote mbili kwenye mstari mmoja.",
    "bank-missing": "Salio la benki linahitajika. Andika mstari wenye Benki kama akaunti.",
  },
  notes: {
    members: {
      regNumber:
        "Namba ambayo chama kinamjua mwanachama. Namba iliyo na akaunti hapa tayari ni akaunti hiyo.",
      firstName: "Kama ilivyo kwenye kitambulisho chake.",
      lastName: "Kama ilivyo kwenye kitambulisho chake.",
      phone: "Namba ya simu ya Kenya, kama 0712345678. Inaweza kuachwa wazi.",
      email: "Inaweza kuachwa wazi: mwanachama atachukua akaunti yake kwa mwaliko.",
      joinedOn: "Siku aliyojiunga na chama, kama 15/01/2024.",
      status: "Hai, au Tuli kwa mwanachama asiyechukua mikopo.",
      savings: "Akiba yake yote ambayo hajaitoa, kwa KES.",
      paidUpTo:
        "Mwezi wa mwisho uliolipwa wote, kama 2026-06. Ambaye hajalipa kamwe: mwezi kabla ya kujiunga.",
      lastPaidOn: "Siku ya mchango wa mwisho. Inaweza kuachwa wazi.",
      unpaidFines: "Faini alizotozwa na hajalipa, kwa KES. Inaweza kuachwa wazi.",
    },
    loans: {
      regNumber: "Kama kwenye karatasi ya wanachama.",
      loanType: "Mkopo wa kawaida au Mkopo wa dharura.",
      amount: "Kiasi kilichokopeshwa, bila riba, kwa KES.",
      interest: "Riba yote ya mkopo, kwa KES.",
      paid: "Vyote vilivyorejeshwa hadi sasa, mkopo na riba pamoja.",
      givenOn: "Siku mkopo ulipotolewa.",
      dueOn: "Siku ya mwisho ya kuulipa.",
      product:
        "Kwa mkopo wa awamu tu: jina lake jinsi chama kinavyoutoa. Kiasi ukitoa Kilicholipwa ni mkopo uliobaki, na Riba ni iliyotozwa bila kulipwa.",
      instalmentsLeft: "Kwa mkopo wa awamu tu: ni ngapi zilizobaki.",
      nextDueOn: "Kwa mkopo wa awamu tu: siku ya inayofuata, baada ya siku ya kuhamia.",
    },
    group: {
      account:
        "Benki inahitajika; M-PESA na Pesa taslimu zinaweza kuwa na mistari yao. Akiba, mikopo, faini na amana hutoka kwenye karatasi nyingine.",
      balance:
        "Kiasi kilichokuwepo siku ya kuhamia, kwa KES, juu ya 0. Hasara iliyobebwa: faida iliyobakizwa chini ya 0.",
    },
    deposits: {
      description: "Ilipo na kwa muda gani.",
      amount: "Kiasi kilichowekwa, kwa KES.",
      placedOn: "Inaweza kuachwa wazi.",
      maturesOn: "Inaweza kuachwa wazi.",
    },
    history: {
      regNumber: "Kama kwenye karatasi ya wanachama.",
      month: "Mwezi uliolipiwa, kama 2026-06.",
      amount: "Kwa KES. Miezi yote tangu kujiunga ni sawa na Akiba hadi sasa.",
      paidOn: "Inaweza kuachwa wazi.",
      reference: "Kumbukumbu ya M-PESA au benki. Inaweza kuachwa wazi.",
    },
  },
  /** Rows of the sheet Group that are added to the bank. */
  money: { mpesa: "M-PESA", cash: "Pesa taslimu" },
  loanTypes: {
    normal_loan: "Mkopo wa kawaida",
    emergency_loan: "Mkopo wa dharura",
  },
} as const satisfies TextsOf<typeof en.opening>;

export const proofFile = {
  page: "Fungua {address} na uchague faili hili. Huhitaji akaunti, na faili halitumwi popote.",
  hash: "Kwa njia nyingine: kila hashi ni SHA-256, imeandikwa kwa heksadesimali.",
  parts:
    "Sehemu inayoonyeshwa ina hashi H(salt || maandishi katika UTF-8); sehemu isiyoonyeshwa hutolewa kwa hashi yake.",
  leaf: "Jani la ingizo ni H(00 || 4a || hashi za sehemu zake, moja baada ya nyingine).",
  path: "Njia (path) inaongoza kutoka jani hadi alama, mzizi wa mti wa RFC 6962 (2.1.1) wenye maingizo hayo.",
  text: "Maandishi ni: ingizo, mstari, siku, maelezo, akaunti, senti (debiti ni chanya), mwanachama, mkopo.",
  limits:
    "Inaonyesha kwamba kila ingizo kati ya haya liko kwenye kumbukumbu ya alama hiyo; haionyeshi kwamba hakuna ingizo lingine. Linganisha alama na iliyochapishwa au iliyo kwenye barua pepe.",
} as const;
