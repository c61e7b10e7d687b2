import type { TextsOf } from "#messages/message.ts";
import type * as en from "../en/mails.ts";
import { accountMails } from "./account-mails.ts";

/** Every mail: its subject, and its paragraphs in their order. */
export const mails = {
  ...accountMails,
  greeting: { named: "Habari {name},", unnamed: "Habari," },

  /** In place of a name that nobody knows. */
  unnamed: {
    operator: "anayesimamia seva",
    device: "kifaa kisichojitambulisha",
    members: "zaidi ya nusu ya wanachama wanaohesabiwa",
  },

  monthPage: {
    subject: "{group}: {month} kwa ukurasa mmoja",
    page: "{page}",
    attached: "Taarifa yako ya {month} imeambatishwa.",
    notAttached:
      "Taarifa yako ya {month} haikuweza kuchapishwa safari hii. Ingia na ufungue Miamala ili uichapishe.",
  },
  approved: {
    subject: "Karibu {group}",
    changed:
      "Uanachama wako wa {group} umeidhinishwa. Sasa unaweza kulipa michango, kuomba mikopo na kusoma ripoti za chama.",
  },
  turnedAway: {
    subject: "Ombi lako la kujiunga na {group}",
    changed: "Ombi lako la kujiunga na {group} halikuidhinishwa. Sababu iliyotolewa: {reason}",
    mistaken: "Kama unaona hili ni kosa, tafadhali zungumza na Mwenyekiti.",
  },
  activated: {
    subject: "Akaunti yako ya {group} ni hai tena",
    changed: "Akaunti yako imewashwa. Unaweza kuingia tena.",
  },
  dormant: {
    subject: "Uanachama wako wa {group} ni tuli",
    changed: "Uanachama wako sasa ni tuli: unaweza kulipa na kurejesha, lakini si kukopa.",
    mistaken: "Kama unaona hili ni kosa, tafadhali zungumza na Mwenyekiti.",
  },
  deactivated: {
    subject: "Akaunti yako ya {group} imezimwa",
    changed: "Akaunti yako imezimwa, hivyo huwezi kuingia tena.",
    mistaken: "Kama unaona hili ni kosa, tafadhali zungumza na Mwenyekiti.",
  },
  noLongerDormant: {
    subject: "Uanachama wako wa {group} ni hai tena",
    changed: "Uanachama wako si tuli tena. Unaweza kukopa tena.",
  },
  lostWithStatus: {
    office: "Wewe si {office} tena.",
    suspended:
      "Kwa sasa huna haki zozote za {office}. Imependekezwa kwamba usiwe {office} tena, na itaanza kutumika {waits, select, agreement {afisa mwingine akikubali, au baadaye zaidi ya nusu ya wanachama wanaohesabiwa,} other {{moment}}} isipokuwa mwenye haki ya kuizuia apinge.",
  },
  officeGiven: {
    subject: "Sasa wewe ni {office} wa {group}",
    changed: "Sasa wewe ni {office} wa {group}.",
  },
  officeTaken: {
    subject: "Wewe si {office} wa {group} tena",
    changed: "Wewe si {office} wa {group} tena.",
  },
  fined: {
    subject: "{group}: faini ya {amount}",
    charged: "Umetozwa faini ya {amount}: {why}",
    pay: "Unaweza kuona faini zako na kuzilipa ukiingia. Kama unaona hili ni kosa, tafadhali zungumza na afisa.",
  },
  paymentEntered: {
    subject: "{group}: {amount} imeingizwa kwa jina lako",
    found:
      "{official} ameona {amount} kwenye taarifa ya benki ya chama, yenye kumbukumbu {reference}, na ameiingiza kama {kind, select, contribution {mchango} loan_payment {rejesho la mkopo} rotation_payment {malipo ya merry-go-round} fund_payment {malipo ya mfuko} other {malipo ya faini}} yako.",
    waits:
      "Inasubiri idhini ya Mweka Hazina na Katibu Mkuu. Kama si yako, tafadhali zungumza na afisa kabla hawajaidhinisha.",
  },
  openingProposed: {
    subject: "{group}: kitabu cha chama kinasubiri kukubaliwa",
    proposed:
      "{by} anapendekeza kuleta kitabu cha chama kilivyokuwa {date}: {members, plural, one {mwanachama 1} other {wanachama #}}, akiba ya {savings}.",
    difference: "Hakilingani kwa {difference}. Sababu iliyotolewa: {reason}",
    waits:
      "Hakuna kilichoandikwa vitabuni hadi Katibu Mkuu au Mwenyekiti akikubali kwenye Uhasibu. Jumlisheni kwanza akiba iliyo kwenye kitabu cha chama.",
  },
  openingAccepted: {
    subject: "{group}: kitabu cha chama kimeletwa",
    accepted:
      "{by} amekubali kilicholetwa kutoka kitabu cha chama cha {date}: {members, plural, one {mwanachama 1} other {wanachama #}}, akiba ya {savings}. Kiko vitabuni.",
    why: "Kila mwanachama anaulizwa kama takwimu zake ni sahihi. Kama kuna kosa, ofisi mbili zinaweza kurudisha chote ikiwa hakuna kinachokitegemea.",
  },
  openingRefused: {
    subject: "{group}: kitabu cha chama hakikukubaliwa",
    refused: "{by} amekataa karatasi ya {date}. Sababu iliyotolewa: {reason}",
    again: "Hakuna kilichoandikwa. Mweka Hazina anaweza kurekebisha karatasi na kuipendekeza tena.",
  },
  openingTakeBackAsked: {
    subject: "{group}: kilicholetwa kinatakiwa kurudishwa",
    asked:
      "{by} anataka kurudisha chote kilicholetwa kutoka kitabu cha chama cha {date}. Sababu iliyotolewa: {reason}",
    waits:
      "Kinabaki hadi ofisi nyingine ikubali: Mweka Hazina, au Katibu Mkuu au Mwenyekiti. Ingia uangalie kwenye Uhasibu.",
  },
  openingTakenBack: {
    subject: "{group}: kilicholetwa kimerudishwa",
    done: "{by} amekubali, na chote kilicholetwa kutoka kitabu cha chama cha {date} kimerudishwa. Sababu iliyotolewa: {reason}",
    again:
      "Karatasi nyingine inaweza kuletwa. Akaunti ambazo hakuna aliyezichukua zimezimwa hadi hapo.",
  },
  figuresDisputed: {
    subject: "{group}: {member} anapinga takwimu za daftari",
    said: "{member} hakubaliani na yaliyoletwa kutoka kwenye daftari la chama: {words}",
    answer: "Tafadhali liangalieni pamoja na mjibu kwa maneno au kwa ingizo la kurekebisha.",
  },
  figuresResolved: {
    subject: "{group}: jibu la ulichosema kuhusu takwimu zako",
    said: "{official} amejibu ulichosema kuhusu takwimu za daftari la chama: {words}",
    again: "Kama bado si sahihi, tafadhali sema tena.",
  },
  paymentEnteredFor: {
    subject: "{group}: {amount} imeingizwa kwa jina lako",
    entered:
      "{official} ameingiza {amount} yenye kumbukumbu {reference} kama {kind, select, contribution {mchango} loan_payment {rejesho la mkopo} rotation_payment {malipo ya merry-go-round} fund_payment {malipo ya mfuko} other {malipo ya faini}} yako.",
    waits:
      "Inasubiri idhini ya Mweka Hazina na Katibu Mkuu. Kama hukuilipa, tafadhali zungumza na afisa kabla hawajaidhinisha.",
  },
  mpesaUnplaced: {
    subject: "{group}: malipo ya M-PESA yasiyo na nafasi",
    came: "{member} alilipa {amount} kwa M-PESA kwa nambari {reference}, lakini hayakuweza kurekodiwa: {reason}",
    next: "Mstari wake uko wazi kwenye mistari ya taarifa za benki. Yarekodi kwa jina la mwanachama, au umuulize.",
  },
  loanEnteredFor: {
    subject: "{group}: ombi la mkopo kwa jina lako",
    entered: "{official} ameingiza ombi la mkopo wa {amount} kwa jina lako.",
    waits:
      "Linasubiri idhini ya Mweka Hazina na Katibu Mkuu. Kama hukuliomba, tafadhali zungumza na afisa kabla hawajaidhinisha.",
  },
  paymentRejected: {
    subject:
      "{kind, select, contribution {Mchango wako wa {amount} umekataliwa} loan_payment {Rejesho lako la mkopo la {amount} limekataliwa} rotation_payment {Malipo yako ya merry-go-round ya {amount} yamekataliwa} fund_payment {Malipo yako ya mfuko ya {amount} yamekataliwa} other {Malipo yako ya faini ya {amount} yamekataliwa}}",
    rejected:
      "{office} wa {group} amekataa {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} rotation_payment {malipo yako ya merry-go-round ya} fund_payment {malipo yako ya mfuko ya} other {malipo yako ya faini ya}} {amount} (nambari ya malipo {reference}). Sababu iliyotolewa: {reason}",
    again:
      "Kiasi hiki hakihesabiwi. Unaweza kusahihisha makosa na kurekodi malipo tena. Kama unaona si haki kukataliwa, tafadhali zungumza na afisa.",
  },
  paymentRejectedByRule: {
    subject:
      "{kind, select, contribution {Mchango wako wa {amount} umekataliwa} loan_payment {Rejesho lako la mkopo la {amount} limekataliwa} rotation_payment {Malipo yako ya merry-go-round ya {amount} yamekataliwa} fund_payment {Malipo yako ya mfuko ya {amount} yamekataliwa} other {Malipo yako ya faini ya {amount} yamekataliwa}}",
    rejected:
      "{kind, select, contribution {Mchango wako wa {amount} (nambari ya malipo {reference}) umekataliwa} loan_payment {Rejesho lako la mkopo la {amount} (nambari ya malipo {reference}) limekataliwa} rotation_payment {Malipo yako ya merry-go-round ya {amount} (nambari ya malipo {reference}) yamekataliwa} fund_payment {Malipo yako ya mfuko ya {amount} (nambari ya malipo {reference}) yamekataliwa} other {Malipo yako ya faini ya {amount} (nambari ya malipo {reference}) yamekataliwa}} uanachama wako wa {group} ulipoidhinishwa: {reason}",
    again:
      "Kiasi hiki hakihesabiwi. Unaweza kusahihisha makosa na kurekodi malipo tena. Kama unaona si haki kukataliwa, tafadhali zungumza na afisa.",
  },
  paymentApprovedForReason: {
    subject:
      "Kwa nini {kind, select, contribution {mchango wako wa {amount} umeidhinishwa} loan_payment {rejesho lako la mkopo la {amount} limeidhinishwa} rotation_payment {malipo yako ya merry-go-round ya {amount} yameidhinishwa} fund_payment {malipo yako ya mfuko ya {amount} yameidhinishwa} other {malipo yako ya faini ya {amount} yameidhinishwa}}",
    approved:
      "{office} wa {group} ameidhinisha {kind, select, contribution {mchango wako wa} loan_payment {rejesho lako la mkopo la} rotation_payment {malipo yako ya merry-go-round ya} fund_payment {malipo yako ya mfuko ya} other {malipo yako ya faini ya}} {amount} (nambari ya malipo {reference}) ingawa hakuna taarifa ya chama inayothibitisha malipo hayo. Sababu iliyotolewa: {reason}",
    statement: "Taarifa zinasema hivi kuyahusu: {finding}",
    ask: "Kila mwanachama anaweza kuuliza. Kama haya si malipo uliyofanya, tafadhali zungumza na afisa.",
  },
  loanRejected: {
    subject:
      "Ombi lako la {type, select, normal_loan {mkopo wa kawaida} other {mkopo wa dharura}} wa {amount} limekataliwa",
    rejected:
      "{office} wa {group} amekataa ombi lako la {type, select, normal_loan {mkopo wa kawaida} other {mkopo wa dharura}} wa {amount}. Sababu iliyotolewa: {reason}",
    again:
      "Hakuna kilichotolewa, na unaweza kuomba tena. Kama unaona si haki kukataliwa, tafadhali zungumza na afisa.",
  },
  left: {
    subject: "Umeondoka kwenye {group}",
    opening: "Umeondoka kwenye {group}. Hivi ndivyo hesabu yako ilivyomalizwa:",
    figures:
      "Michango yako: {contributions}\nSehemu yako ya riba: {interest}\nMikopo yako: {loans}",
    figuresAndFines:
      "Michango yako: {contributions}\nSehemu yako ya riba: {interest}\nMikopo yako: {loans}\nFaini zisizolipwa, ambazo hudaiwi tena: {fines}",
    owing: "Bado unadaiwa na chama {due}. Tafadhali zungumza na afisa kuhusu kuzilipa.",
    paid: "Umelipwa {due}, na hakuna anayemdai mwenzake.",
    records:
      "Bado unaweza kuingia na kusoma rekodi zako. Kama kuna kitu si sawa, tafadhali zungumza na afisa.",
  },
  badDebtRecovered: {
    subject: "{group} imepokea {amount} kutoka kwako",
    received: "{group} imepokea {amount} za kulipa unachodaiwa.",
    owing: "Bado unadaiwa {left}.",
    paidBack: "Umelipa kila ulichodaiwa, na akaunti yako imemalizika. Asante.",
    mistaken: "Kama kuna kitu si sawa, tafadhali zungumza na afisa.",
  },

  officeProposed: {
    subject: "{group}: {member} amependekezwa kuwa {office}",
    proposed:
      "{by} anapendekeza {member} awe {office}. Itaanza kutumika {moment}, au mapema zaidi afisa mwingine akikubali, na haitatumika afisa akipinga.",
    mistaken:
      "Kama kuna kitu si sawa, ingia na ubonyeze Pinga kwenye Mwanzo, utoe na sababu. Pingamizi la afisa hulimaliza, vilevile la aliyekuwa na wadhifa siku 7 zilizopita, au la wanachama watatu wanaohesabiwa, au la theluthi ya wanachama hai.",
  },
  objectionLink: {
    link: "Ili kupinga bila kuingia, fungua kiungo hiki, ambacho hufanya kazi mara moja: {link}",
  },
  officeNeedsAgreement: {
    subject: "{group}: {member} amependekezwa kuwa {office}",
    proposed:
      "{by} anapendekeza {member} awe {office}. {by} pia ameondoa haki za afisa au amependekeza mtu aondolewe wadhifa, kwa hivyo muda peke yake hautoshi. Itatumika afisa mwingine akikubali, au, muda ambao wadhifa husubiri ukiisha, zaidi ya nusu ya wanachama wanaohesabiwa; na haitatumika afisa akipinga.",
    mistaken:
      "Kama kuna kitu si sawa, ingia na ubonyeze Pinga kwenye Mwanzo, utoe na sababu. Pingamizi la afisa hulimaliza, vilevile la aliyekuwa na wadhifa siku 7 zilizopita, au la wanachama watatu wanaohesabiwa, au la theluthi ya wanachama hai.",
  },
  officeRemovalProposed: {
    subject: "{group}: imependekezwa kwamba {member} asiwe {office} tena",
    proposed:
      "{by} anapendekeza {member} asiwe {office} tena. Itaanza kutumika {moment}, au mapema zaidi {member} au afisa mwingine akikubali, na haitatumika afisa akipinga.",
    keeps: "Hadi wakati huo {member} anaendelea na wadhifa.",
    suspended:
      "{by} amemfanya {member} asiwe hai au amezima akaunti yake, kwa hivyo kwa sasa {member} hana haki zozote za wadhifa.",
    mistaken:
      "Kama kuna kitu si sawa, ingia na ubonyeze Pinga kwenye Mwanzo, utoe na sababu. Pingamizi la afisa hulimaliza, vilevile la aliyekuwa na wadhifa siku 7 zilizopita, au la wanachama watatu wanaohesabiwa, au la theluthi ya wanachama hai.",
  },
  /** An objection that does not end it. */
  officeObjection: {
    subject: "{group}: {by} anapinga yaliyopendekezwa kuhusu {member}",
    give: "{by} anapinga {member} kuwa {office}. Sababu iliyotolewa: {reason}",
    take: "{by} anapinga {member} kuondolewa wadhifa wa {office}. Sababu iliyotolewa: {reason}",
    own: "{member} anapinga kuondolewa wadhifa wa {office}. Sababu iliyotolewa: {reason}",
    count:
      "{count, plural, one {Mwanachama mmoja amepinga hadi sasa} other {Wanachama {count} wamepinga hadi sasa}}: watatu wanaohesabiwa hulimaliza, au theluthi ya wanachama hai.",
    stopped:
      "Muda peke yake hautoshi tena. Itatumika afisa mwingine akikubali, au, muda ambao wadhifa husubiri ukiisha, zaidi ya nusu ya wanachama wanaohesabiwa.",
  },
  officeCounts: {
    subject: "{group}: {member} sasa ni {office}",
    counts: "{member} sasa ni {office}.",
    proposed: "Limependekezwa na {by} tarehe {moment}. Hakuna afisa aliyepinga.",
    mistaken: "Kama kuna kitu si sawa, zungumza na maafisa.",
  },
  officeAgreed: {
    subject: "{group}: {member} sasa ni {office}",
    counts: "{member} sasa ni {office}.",
    proposed: "Limependekezwa na {by} tarehe {moment}, na kukubaliwa na {agreedBy}.",
    mistaken: "Kama kuna kitu si sawa, zungumza na maafisa.",
  },
  officeRemoved: {
    subject: "{group}: {member} si {office} tena",
    lost: "{member} si {office} tena.",
    due: "Ilipendekezwa na {by} tarehe {moment}. Hakuna mwenye haki ya kuizuia aliyepinga.",
    agreed: "Ilipendekezwa na {by} tarehe {moment}, na kukubaliwa na {agreedBy}.",
    mistaken: "Ikiwa kuna lolote lisilo sawa, zungumza na maafisa.",
  },
  officeStays: {
    subject: "{group}: {member} anabaki kuwa {office}",
    ended: "{member} anabaki kuwa {office}.",
    objected: "{by} alipinga. Sababu iliyotolewa: {reason}",
    withdrawn: "{by} aliondoa pendekezo.",
    lapsed: "Uanachama au wadhifa wa mwanachama umebadilika tangu pendekezo.",
  },
  officeLost: {
    subject: "{group}: {member} si {office} tena",
    lost: "{member} si {office} tena.",
    by: "Limefanywa na {by}.",
    mistaken: "Kama kuna kitu si sawa, zungumza na maafisa.",
  },
  officeObjected: {
    subject: "{group}: {member} hapendekezwi tena kuwa {office}",
    ended: "{member} hatakuwa {office}.",
    why: "{by} amepinga. Sababu iliyotolewa: {reason}",
  },
  officeWithdrawn: {
    subject: "{group}: {member} hapendekezwi tena kuwa {office}",
    ended: "{member} hatakuwa {office}.",
    why: "{by} ameliondoa pendekezo.",
  },
  officeLapsed: {
    subject: "{group}: {member} hapendekezwi tena kuwa {office}",
    ended: "{member} hatakuwa {office}.",
    why: "Uanachama au wadhifa wa mwanachama umebadilika tangu pendekezo litolewe.",
  },
  changed: {
    subject: "{group}: {heading}",
    changed: "{change}",
    by: "Limefanywa na {by} tarehe {moment}.",
    why: "Unapokea barua pepe hii kwa sababu wewe ni afisa. Kama kuna kitu si sawa, zungumza na maafisa wengine.",
  },
  moneyProposed: {
    subject: "{group}: {amount} kutoka benki zinasubiri afisa wa pili",
    proposed: "{by} anapendekeza hili, linalotoa {amount} kutoka benki: {what}",
    waits:
      "Hakuna kitakachowekwa vitabuni hadi afisa mwingine akubali. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  fineProposed: {
    subject: "{group}: faini za {amount} zinasubiri afisa wa pili",
    proposed: "{by} anapendekeza hili, linalotoza faini ya {amount}: {what}",
    waits:
      "Hakuna anayetozwa hadi afisa mwingine akubali. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  cashProposed: {
    subject: "{group}: fedha taslimu {amount} zinasubiri ofisi nyingine",
    proposed: "{by} anapendekeza hili la fedha taslimu, {amount}: {what}",
    waits:
      "Hakuna kitakachowekwa vitabuni hadi mwingine kati ya Mweka Hazina na Katibu akubali. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  fundProposed: {
    subject: "{group}: {amount} za mfuko zinasubiri ofisi nyingine",
    proposed: "{by} anapendekeza hili la mifuko ya kikundi, {amount}: {what}",
    waits:
      "Hakuna kitakachowekwa vitabuni hadi mwingine kati ya Mweka Hazina na Katibu akubali. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  unmatchProposed: {
    subject: "{group}: kutengua ulinganisho wa {amount} kunasubiri ofisi nyingine",
    proposed:
      "{by} anapendekeza kutengua ulinganisho wa malipo yaliyoidhinishwa na taarifa ya benki, {amount}: {what}",
    waits:
      "Ulinganisho unabaki hadi mwingine kati ya Mweka Hazina na Katibu akubali. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  settingObjected: {
    subject: "{group}: {by} anapinga mabadiliko ya mipangilio",
    objects: "{by} anapinga mabadiliko haya ya mipangilio: {change}. Sababu iliyotolewa: {reason}",
    ended: "Mpangilio unabaki ulivyo.",
    waits:
      "Bado inasubiri. Wanachama watatu wanaohesabiwa huimaliza, au theluthi ya wanachama hai, au afisa mmoja.",
  },
  settingProposed: {
    subject: "{group}: badiliko la mipangilio linasubiri afisa wa pili",
    proposed: "{by} anapendekeza badiliko hili la mipangilio: {change}.",
    waits:
      "Litaanza kutumika {moment}, au mapema zaidi afisa mwingine akikubali, na halitatumika kamwe afisa akikataa. Ingia ili ukubali, au ukatae na useme kwa nini.",
  },
  claimWaits: {
    subject: "{group}: {reg} kwenye daftari amedaiwa",
    claimed:
      "Akaunti ya {member}, {reg}, iliyotoka kwenye daftari la chama, inadaiwa kwa simu {phone} na barua pepe {email}.",
    proof:
      "{proof, select, sms {Msimbo umetumwa kwa simu iliyo kwenye daftari. Hadi uwekwe, akaunti haina chochote cha daftari.} mail {Kiungo kimetumwa kwa anwani iliyo kwenye daftari. Hadi kifunguliwe, akaunti haina chochote cha daftari.} other {Hakuna kitu kwenye daftari kinachomfikia. Maafisa wawili wanapaswa kukutana naye na kumthibitisha; hadi hapo akaunti haina chochote cha daftari.}}",
    mistaken: "Kama unajua kwamba ni mtu mwingine, waambie maafisa wengine na mwanachama.",
  },
  phoneWaits: {
    subject: "{group}: {member} ana simu nyingine",
    confirm:
      "{member} ameomba kuingia kwa simu nyingine. Mwenyekiti anaithibitisha kwenye Usimamizi, baada ya kusikia kutoka kwa {member} kwamba ni yake.",
  },
  payToChanged: {
    subject: "{group}: mahali pa kulipa pamebadilishwa",
    changed:
      "{by} amebadilisha mahali ambapo wanachama wanalipa tarehe {moment}. Mabadiliko yanatumika tayari.",
    now: "Sasa wanachama wanalipa kwa:\n{after}",
    before: "Awali:\n{before}",
    mistaken:
      "Kama hukutarajia hili, zungumza na Mwenyekiti mara moja na uwaonye wanachama kabla hawajalipa.",
  },
  payTo: {
    none: "hakuna kilichowekwa",
    way: "{kind, select, paybill {Nambari ya biashara (Paybill)} till {Nambari ya till} bank {Akaunti ya benki} other {Simu}} {number}, {name}",
    toRegNo: "{way}, akaunti: nambari ya usajili ya mwanachama",
    toAccount: "{way}, akaunti: {reference}",
  },
  backupFailed: {
    subject: "{group}: nakala rudufu ya usiku huu imeshindikana",
    failed: "Nakala rudufu ya vitabu haikuweza kutengenezwa usiku huu: {failure}",
    again:
      "Hakuna kilichopotea, na itajaribiwa tena usiku ujao. Tafadhali mwarifu anayesimamia seva.",
  },
  archiveFailed: {
    subject: "{group}: kumbukumbu ya vitabu inashindikana kuhifadhiwa",
    failed: "Kwa dakika kadhaa hakuna kilichohifadhiwa kwenye kumbukumbu: {failure}",
    means:
      "Vitabu vinaendelea, lakini kinachoandikwa sasa kingepotea pamoja na diski ya seva. Tafadhali mwarifu anayesimamia seva. Hutatumiwa barua hii tena hadi kumbukumbu ifanye kazi.",
  },
  booksBroken: {
    subject: "{group}: ukaguzi wa vitabu umepata jambo lisilo sawa",
    found:
      "Vitabu vilikaguliwa, na mambo {broken} kati ya {count} ambayo lazima yawe kweli daima si kweli.",
    each: "Si kweli tena: {what}",
    stop: 'Tafadhali usiidhinishe wala kuingiza chochote hadi ijulikane ni kwa nini. Anayesimamia seva atapata la kufanya kwenye docs/operations.md, chini ya "When verify breaks".',
  },
  treeHead: {
    subject: "{group}: alama ya vitabu, ya kuhifadhiwa",
    opening:
      "Tarehe {moment} kumbukumbu ya chama, yenye kila ingizo la jarida na kila tendo la maafisa wake, ilikuwa na",
    head: "{size, plural, one {ingizo} other {maingizo}} {size}, na alama\n{fingerprint}",
    keep: "Tafadhali hifadhi barua pepe hii: ichapishe, au mtumie mwanachama unayemwamini. Maingizo huongezwa tu kwenye kumbukumbu. Kama la awali lingebadilishwa au kuondolewa na yeyote, alama hii isingekuwa tena sehemu yake.",
    check:
      "Ili kujua, fungua {page} wakati wowote, kisha uandike idadi ya maingizo na alama. Huhitaji akaunti.",
    unchecked: "Vitabu bado havijakaguliwa.",
    sound:
      "Vitabu vilikaguliwa mara ya mwisho tarehe {checkedAt}: mambo yote {count} ambayo lazima yawe kweli daima ni kweli.",
    broken:
      "Vitabu vilikaguliwa mara ya mwisho tarehe {checkedAt}: mambo {failed} kati ya {count} ambayo lazima yawe kweli daima hayakuwa kweli ({names}).",
    backup:
      "Nakala rudufu ya mwisho, ya {backedUpAt}, ilitiwa saini kwa ufunguo\n{signer}\nna orodha yake ina muhtasari\n{digest}\nAnayeirejesha huonyeshwa vyote viwili: lazima viwe sawa.",
  },
} as const satisfies TextsOf<typeof en.mails>;
