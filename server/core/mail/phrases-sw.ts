// What the server says besides its refusals, in English and Swahili: `{name}` stands for what is filled in. Read by
// in-swahili.ts, which finds the English sentence here and says the Swahili one.
import type { Phrase } from "./phrase-book.ts";

export const phrases: readonly Phrase[] = [
  // Fields (contract/fields.ts). `{label}` is one of the labels.
  ["{label} is required.", "{label}: inahitajika."],
  ["{label} must be text.", "{label}: lazima iwe maandishi."],
  ["{label} may have at most {count} characters.", "{label}: isizidi herufi {count}."],
  ["{label} may be given at most {count} times.", "{label}: lisizidi mara {count}."],
  ["{label} contains characters that cannot be used.", "{label}: ina herufi zisizoweza kutumika."],
  [
    "{label} mixes letters of different scripts in one word.",
    "{label}: inachanganya herufi za maandishi tofauti katika neno moja.",
  ],
  ["{label} cannot contain a link or an address.", "{label}: haiwezi kuwa na kiungo wala anwani."],
  ["{label} needs at least one letter.", "{label}: inahitaji angalau herufi moja."],
  ["{label} needs words.", "{label}: inahitaji maneno."],
  [
    "A username has 2 to 30 letters a to z, digits, dots, underscores or hyphens, and at least one letter.",
    "Jina la mtumiaji lina herufi a hadi z, tarakimu, nukta, mistari ya chini au vistari 2 hadi 30, na angalau herufi moja.",
  ],
  [
    "This reference stands on another member's payment.",
    "Nambari hii ya malipo iko kwenye malipo ya mwanachama mwingine.",
  ],
  ["{label} must be more than 0.", "{label}: lazima izidi 0."],
  ["{label} cannot be below 0.", "{label}: haiwezi kuwa chini ya 0."],
  ["{label} must be a number.", "{label}: lazima iwe nambari."],
  ["{label} may have at most 2 decimals.", "{label}: isizidi desimali 2."],
  ["{label} may be at most 1,000,000,000.", "{label}: isizidi 1,000,000,000."],
  ["{label} must be a date such as 2026-01-31.", "{label}: lazima iwe tarehe kama 2026-01-31."],
  [
    "{label} must be a month and a day up to the 28th, such as 01-01.",
    "{label}: lazima iwe mwezi na siku isiyozidi 28, kama 01-01.",
  ],
  [
    "{label} must be a date and time such as 2026-01-31T09:30:00Z.",
    "{label}: lazima iwe tarehe na saa kama 2026-01-31T09:30:00Z.",
  ],
  ["{label} must be one of: {words}.", "{label}: lazima iwe mojawapo ya: {words}."],
  [
    "{label} must be a whole number from {min} to {max}.",
    "{label}: lazima iwe nambari kamili kuanzia {min} hadi {max}.",
  ],
  ["{label} must be from 0 to 100.", "{label}: lazima iwe kati ya 0 na 100."],
  [
    "{label} must be a financial year such as 2026 or 2026/2027.",
    "{label}: lazima iwe mwaka wa fedha kama 2026 au 2026/2027.",
  ],
  ["{label} is already in use.", "{label}: tayari inatumika."],
  ["Enter an email address such as name@example.com.", "Andika barua pepe kama jina@example.com."],
  [
    "Enter a Kenyan phone number such as 0712345678.",
    "Andika nambari ya simu ya Kenya kama 0712345678.",
  ],
  [
    "A payment reference has 4 to 40 letters, digits, - or /.",
    "Nambari ya malipo ina herufi, tarakimu, - au / kati ya 4 na 40.",
  ],
  ["Start date must be before end date.", "Tarehe ya kuanza lazima itangulie tarehe ya mwisho."],
  [
    "End Date must be a date later than Start Date",
    "Tarehe ya Mwisho lazima iwe baada ya Tarehe ya Kuanza",
  ],
  [
    "Maturity date must not be before the start date.",
    "Tarehe ya kuiva haiwezi kutangulia tarehe ya kuanza.",
  ],
  ["Give the reason for rejecting.", "Toa sababu ya kukataa."],
  ["The two passwords are not the same.", "Manenosiri hayo mawili hayafanani."],
  [
    "Each of the non-cleared loans must be a loan with its balance.",
    "Kila mkopo ambao haujamalizika lazima uwe mkopo pamoja na salio lake.",
  ],
  [
    "Each question must be the address of something that can be read here, such as /api/group/.",
    "Kila swali lazima liwe anwani ya kitu kinachoweza kusomwa hapa, kama /api/group/.",
  ],
  ["Non-cleared loans must be a list.", "Mikopo ambayo haijamalizika lazima iwe orodha."],
  ["Please correct the highlighted fields.", "Tafadhali sahihisha sehemu zilizowekewa alama."],
  ["Use at least {count} characters.", "Tumia angalau herufi {count}."],
  ["Use letters or digits, not only spaces.", "Tumia herufi au tarakimu, si nafasi tupu pekee."],
  [
    "Do not repeat one character or follow the keyboard or the alphabet.",
    "Usirudie herufi moja wala kufuata mpangilio wa kibodi au wa alfabeti.",
  ],
  ["Use at most {count} characters.", "Usizidishe herufi {count}."],
  [
    "This password is too common. Choose another one.",
    "Nenosiri hili linatumiwa na wengi mno. Chagua lingine.",
  ],
  [
    "Your password is too close to your own name, email, phone or other details.",
    "Nenosiri lako linakaribiana mno na jina, barua pepe, simu au maelezo yako mengine.",
  ],

  // Failures of the connection
  ["What was sent is too large.", "Kilichotumwa ni kikubwa mno."],
  ["The file is larger than 2 MB.", "Faili inazidi MB 2."],
  ["Send one file, and nothing else.", "Tuma faili moja tu."],
  ["The request's headers are too large.", "Vichwa vya ombi ni vikubwa mno."],
  ["The request is not readable HTTP.", "Ombi hili halisomeki kama HTTP."],
  [
    "The request took too long to arrive. Please try again.",
    "Ombi limechelewa mno kufika. Tafadhali jaribu tena.",
  ],
  ["The request was cut short. Please try again.", "Ombi lilikatika. Tafadhali jaribu tena."],
  [
    "This took too long. Please try again in a moment.",
    "Imechukua muda mrefu mno. Tafadhali jaribu tena baada ya muda mfupi.",
  ],
  ["Send the file as multipart/form-data.", "Tuma faili kama multipart/form-data."],
  [
    "The form has a field with a name that cannot be used.",
    "Fomu ina sehemu yenye jina lisiloweza kutumika.",
  ],
  ["Send JSON (Content-Type: application/json).", "Tuma JSON (Content-Type: application/json)."],
  ["This address takes {methods}.", "Anwani hii inapokea {methods}."],
  ["There is nothing at this address.", "Hakuna kitu kwenye anwani hii."],
  [
    "Something went wrong on our side. Nothing was changed.",
    "Kuna hitilafu upande wetu. Hakuna kilichobadilishwa.",
  ],

  // Accounts
  ["Login was successful", "Umeingia kikamilifu"],
  ["You have signed out.", "Umeondoka."],
  ["That session has been signed out.", "Kifaa hicho kimeondolewa."],
  ["You are signed in nowhere else.", "Hujaingia mahali pengine popote."],
  ["All your other devices have been signed out.", "Umeondolewa kwenye vifaa vyako vingine vyote."],
  [
    "Scan the code with your authenticator app, then enter the six digits it shows.",
    "Skani msimbo kwa programu yako ya uthibitishaji, kisha andika tarakimu sita inazoonyesha.",
  ],
  [
    "Two-step sign-in is on. Keep your recovery codes in a safe place.",
    "Kuingia kwa hatua mbili kumewashwa. Hifadhi misimbo yako ya dharura mahali salama.",
  ],
  [
    "Your older recovery codes no longer work.",
    "Misimbo yako ya zamani ya dharura haifanyi kazi tena.",
  ],
  [
    "Two-step sign-in is off. Your password alone signs you in.",
    "Kuingia kwa hatua mbili kumezimwa. Sasa unaingia kwa nenosiri lako pekee.",
  ],
  [
    "The two-step sign-in of {name} was turned off.",
    "Kuingia kwa hatua mbili kwa {name} kumezimwa.",
  ],
  ["{label} must be true or false.", "{label}: lazima iwe ndiyo (true) au hapana (false)."],
  ["Account activated!", "Akaunti imewashwa!"],
  [
    "Check whether your email is valid: we sent it a link to activate your account.",
    "Hakikisha barua pepe yako ni sahihi: tumeituma kiungo cha kuwasha akaunti yako.",
  ],
  [
    "If this email belongs to an account, a new activation link is on its way to it.",
    "Kama barua pepe hii ina akaunti, kiungo kipya cha kuiwasha kiko njiani.",
  ],
  [
    "If this email belongs to an account, a link to set a new password is on its way to it.",
    "Kama barua pepe hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.",
  ],
  [
    "Your password has been changed. You can sign in with it now.",
    "Nenosiri lako limebadilishwa. Unaweza kuingia nalo sasa.",
  ],
  [
    "Your password has been changed. Your other devices have been signed out.",
    "Nenosiri lako limebadilishwa. Umeondolewa kwenye vifaa vyako vingine.",
  ],
  ["Your photo has been changed.", "Picha yako imebadilishwa."],
  ["Your language has been saved.", "Lugha yako imehifadhiwa."],
  ["Your profile has been saved.", "Wasifu wako umehifadhiwa."],
  [
    "Your profile has been saved. Open the link we sent to {email} to use that address.",
    "Wasifu wako umehifadhiwa. Fungua kiungo tulichotuma kwa {email} ili utumie anwani hiyo.",
  ],
  ["Your account now uses {email}.", "Akaunti yako sasa inatumia {email}."],

  // Members
  ["{member} has been approved as a member.", "{member} ameidhinishwa kuwa mwanachama."],
  [
    "{member} has been approved as a member. One payment of theirs was rejected, since its reference stands on another member's payment.",
    "{member} ameidhinishwa kuwa mwanachama. Malipo yake mamoja yamekataliwa, kwa kuwa nambari yake ya malipo iko kwenye malipo ya mwanachama mwingine.",
  ],
  [
    "{member} has been approved as a member. {count} payments of theirs were rejected, since their references stand on other members' payments.",
    "{member} ameidhinishwa kuwa mwanachama. Malipo yake {count} yamekataliwa, kwa kuwa nambari zake za malipo ziko kwenye malipo ya wanachama wengine.",
  ],
  ["The application of {member} has been rejected.", "Ombi la {member} limekataliwa."],
  ["{member} has been activated.", "{member} amewashwa."],
  ["{member} is now dormant.", "{member} sasa ni tuli."],
  [
    "{member} is now dormant. They are no longer {office}.",
    "{member} sasa ni tuli. Si {office} tena.",
  ],
  ["{member} has been deactivated.", "{member} amezimwa."],
  [
    "{member} has been deactivated. They are no longer {office}.",
    "{member} amezimwa. Si {office} tena.",
  ],
  ["{member} is no longer dormant.", "{member} si tuli tena."],
  ["{member} is now {office}.", "{member} sasa ni {office}."],
  ["{member} is no longer {office}.", "{member} si {office} tena."],
  [
    "{member} is proposed as {office}. It counts from {date} at {time}, unless an official objects.",
    "{member} amependekezwa kuwa {office}. Itaanza kutumika {date}, {time}, isipokuwa afisa apinge.",
  ],
  ["{member} is no longer proposed as {office}.", "{member} hapendekezwi tena kuwa {office}."],
  ["{member} does not become {office}.", "{member} hatakuwa {office}."],
  [
    "{member} has left the group and still owes {amount}.",
    "{member} ameondoka kikundini na bado anadaiwa {amount}.",
  ],
  [
    "{member} has left the group and still owes {amount}. They are no longer {office}.",
    "{member} ameondoka kikundini na bado anadaiwa {amount}. Si {office} tena.",
  ],
  [
    "{member} has left the group. Nothing is owed on either side.",
    "{member} ameondoka kikundini. Hakuna anayemdai mwenzake.",
  ],
  [
    "{member} has left the group. Nothing is owed on either side. They are no longer {office}.",
    "{member} ameondoka kikundini. Hakuna anayemdai mwenzake. Si {office} tena.",
  ],
  [
    "{member} has left the group and is paid {amount} from the bank.",
    "{member} ameondoka kikundini na analipwa {amount} kutoka benki.",
  ],
  [
    "{member} has left the group and is paid {amount} from the bank. They are no longer {office}.",
    "{member} ameondoka kikundini na analipwa {amount} kutoka benki. Si {office} tena.",
  ],
  ["Bad debt recovered successfully", "Deni lisilolipika limerejeshwa kikamilifu"],
  ["The settings have been saved.", "Mipangilio imehifadhiwa."],
  [
    "The settings are as they were: nothing was changed.",
    "Mipangilio iko ilivyokuwa: hakuna kilichobadilishwa.",
  ],

  // A second person
  [
    "An office waits {after} hours before it counts, no longer {before}",
    "Ofisi inasubiri saa {after} kabla ya kuanza kazi, badala ya {before}",
  ],
  [
    "No second person is asked any more, now above {amount}",
    "Hakuna mtu wa pili anayeombwa tena, sasa ni zaidi ya {amount}",
  ],
  [
    "A second person is asked above {amount}, no longer above {limit}",
    "Mtu wa pili anaombwa kwa zaidi ya {amount}, badala ya zaidi ya {limit}",
  ],
  [
    "{amount} out of the bank needs a second person: this is proposed and waits until another official agrees.",
    "{amount} kutoka benki inahitaji mtu wa pili: hili limependekezwa na linasubiri afisa mwingine akubali.",
  ],
  [
    "The change of the setting counts from now on.",
    "Badiliko la mpangilio linafanya kazi kuanzia sasa.",
  ],
  [
    "The proposal is refused. Nothing was changed by it.",
    "Pendekezo limekataliwa. Halikubadilisha chochote.",
  ],
  [
    "This change waits: it counts when its time has come, or when another official agrees.",
    "Badiliko hili linasubiri: litafanya kazi muda wake ukifika, au afisa mwingine akikubali.",
  ],
  [
    "The settings have been saved. What asks for one safeguard less waits: it counts when its time has come, or when another official agrees.",
    "Mipangilio imehifadhiwa. Kinachopunguza ulinzi kinasubiri: kitafanya kazi muda wake ukifika, au afisa mwingine akikubali.",
  ],

  // Payments and their approvals
  [
    "Your payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    "Malipo yako ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
  ],
  [
    "Your fine payment of {amount} was received and waits for the Treasurer and the Sec-Gen to approve it.",
    "Malipo yako ya faini ya {amount} yamepokelewa na yanasubiri Mweka Hazina na Katibu Mkuu wayaidhinishe.",
  ],
  [
    "Your application for {amount} was received and waits for the Treasurer and the Sec-Gen.",
    "Ombi lako la {amount} limepokelewa na linamsubiri Mweka Hazina na Katibu Mkuu.",
  ],
  [
    "Your application for {amount} was received and waits for the Chairperson, who judges in your place, and the Sec-Gen.",
    "Ombi lako la {amount} limepokelewa na linamsubiri Mwenyekiti, anayeamua badala yako, na Katibu Mkuu.",
  ],
  [
    "Your application for {amount} was received and waits for the Treasurer and the Chairperson, who judges in your place.",
    "Ombi lako la {amount} limepokelewa na linamsubiri Mweka Hazina na Mwenyekiti, anayeamua badala yako.",
  ],
  [
    "Your application was rejected. The amount is above your loan limit of {amount}.",
    "Ombi lako limekataliwa. Kiasi kinazidi kikomo chako cha mkopo cha {amount}.",
  ],
  [
    "The amount is above your loan limit of {amount}.",
    "Kiasi kinazidi kikomo chako cha mkopo cha {amount}.",
  ],
  [
    "The contribution of {member} is approved and stands in the books.",
    "Mchango wa {member} umeidhinishwa na umo vitabuni.",
  ],
  ["The contribution of {member} is rejected.", "Mchango wa {member} umekataliwa."],
  [
    "Your approval is recorded. The contribution of {member} now waits for the other office.",
    "Idhini yako imerekodiwa. Mchango wa {member} sasa unasubiri ofisi nyingine.",
  ],
  [
    "The loan payment of {member} is approved and stands in the books.",
    "Rejesho la mkopo la {member} limeidhinishwa na limo vitabuni.",
  ],
  ["The loan payment of {member} is rejected.", "Rejesho la mkopo la {member} limekataliwa."],
  [
    "Your approval is recorded. The loan payment of {member} now waits for the other office.",
    "Idhini yako imerekodiwa. Rejesho la mkopo la {member} sasa linasubiri ofisi nyingine.",
  ],
  [
    "The fine payment of {member} is approved and stands in the books.",
    "Malipo ya faini ya {member} yameidhinishwa na yamo vitabuni.",
  ],
  ["The fine payment of {member} is rejected.", "Malipo ya faini ya {member} yamekataliwa."],
  [
    "Your approval is recorded. The fine payment of {member} now waits for the other office.",
    "Idhini yako imerekodiwa. Malipo ya faini ya {member} sasa yanasubiri ofisi nyingine.",
  ],
  ["{loan} of {member} is approved and paid out.", "{loan} wa {member} umeidhinishwa na kutolewa."],
  ["{loan} of {member} is rejected.", "{loan} wa {member} umekataliwa."],
  [
    "Your approval is recorded. {loan} of {member} now waits for the other office.",
    "Idhini yako imerekodiwa. {loan} wa {member} sasa unasubiri ofisi nyingine.",
  ],

  // Books
  [
    "An expense of {amount} was posted to {account}.",
    "Matumizi ya {amount} yamewekwa kwenye {account}.",
  ],
  ["An investment of {amount} was posted.", "Uwekezaji wa {amount} umewekwa."],
  ["Goodwill of {amount} was posted.", "Hisani ya {amount} imewekwa."],
  ["Other income of {amount} was posted.", "Mapato mengine ya {amount} yamewekwa."],
  ["A dividend of {amount} was declared.", "Gawio la {amount} limetangazwa."],
  [
    "{amount} of dividends was paid; {left} of the declaration is left.",
    "Magawio ya {amount} yamelipwa; zimebaki {left} za tangazo.",
  ],
  [
    "A fixed deposit of {amount} was posted; it matures on {date}.",
    "Amana ya muda maalum ya {amount} imewekwa; inaiva {date}.",
  ],
  [
    "{amount} was redeemed with {interest} of interest; {left} is left in the deposit.",
    "{amount} zimetolewa pamoja na riba ya {interest}; zimebaki {left} kwenye amana.",
  ],
  ["{member} was fined {amount}.", "{member} ametozwa faini ya {amount}."],
  ["Entry {id} was reversed by entry {by}.", "Ingizo {id} limebatilishwa na ingizo {by}."],
  [
    "The financial year {year} is closed. Nothing more can be posted up to {date}.",
    "Mwaka wa fedha {year} umefungwa. Hakuna kinachoweza kuwekwa tena hadi {date}.",
  ],

  [
    "The books were checked: {held} of {count} hold.",
    "Vitabu vimekaguliwa: {held} kati ya {count} ni sawa.",
  ],

  // What the application itself writes into lists and books
  ["Normal Loan {number}", "Mkopo wa Kawaida {number}"],
  ["Emergency Loan {number}", "Mkopo wa Dharura {number}"],
  ["{loan} paid out", "{loan} umetolewa"],
  ["Payment of {loan}", "Rejesho la {loan}"],
  ["Payment of {loan}, {reference}", "Rejesho la {loan}, {reference}"],
  ["Payment of fines", "Malipo ya faini"],
  ["Contribution for {month}", "Mchango wa {month}"],
  ["Contribution {reference}", "Mchango {reference}"],
  ["Fine payment {reference}", "Malipo ya faini {reference}"],
  [
    "Late contribution fine: {count} months since {day}",
    "Faini ya kuchelewa mchango: miezi {count} tangu {day}",
  ],
  [
    "Late contribution fine: {count} month since {day}",
    "Faini ya kuchelewa mchango: mwezi {count} tangu {day}",
  ],
  ["Exit: still owed to the group", "Kuondoka: bado inadaiwa na kikundi"],
  ["Exit: paid out", "Kuondoka: imelipwa"],
  ["Clearing: paid out", "Kumaliza akaunti: imelipwa"],
  ["Bad debt recovered", "Deni lisilolipika lililorejeshwa"],
  ["Closing of the financial year {year}", "Kufungwa kwa mwaka wa fedha {year}"],
  ["Exit of {member}", "Kuondoka kwa {member}"],
  ["Clearing of {member}", "Kumaliza akaunti ya {member}"],
  ["Bad debt recovered from {member}", "Deni lisilolipika lililorejeshwa na {member}"],
  ["Reversal of entry {id}: {reason}", "Ubatilisho wa ingizo {id}: {reason}"],
];
