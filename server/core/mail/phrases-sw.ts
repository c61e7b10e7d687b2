// What the server says besides its refusals, in English and Swahili: `{name}` stands for what is filled in. Read by
// in-swahili.ts, which finds the English sentence here and says the Swahili one.
import type { Phrase } from "./phrase-book.ts";

export const phrases: readonly Phrase[] = [
  ["{member} now signs in with the new phone.", "{member} sasa anaingia kwa simu mpya."],
  [
    "Your account uses {email} again. Set a new password by the link we sent to it.",
    "Akaunti yako inatumia {email} tena. Weka nenosiri jipya kwa kiungo tulichokituma kwake.",
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
    "{member} ameondoka kwenye chama na bado anadaiwa {amount}.",
  ],
  [
    "{member} has left the group and still owes {amount}. They are no longer {office}.",
    "{member} ameondoka kwenye chama na bado anadaiwa {amount}. Si {office} tena.",
  ],
  [
    "{member} has left the group. Nothing is owed on either side.",
    "{member} ameondoka kwenye chama. Hakuna anayemdai mwenzake.",
  ],
  [
    "{member} has left the group. Nothing is owed on either side. They are no longer {office}.",
    "{member} ameondoka kwenye chama. Hakuna anayemdai mwenzake. Si {office} tena.",
  ],
  [
    "{member} has left the group and is paid {amount} from the bank.",
    "{member} ameondoka kwenye chama na analipwa {amount} kutoka benki.",
  ],
  [
    "{member} has left the group and is paid {amount} from the bank. They are no longer {office}.",
    "{member} ameondoka kwenye chama na analipwa {amount} kutoka benki. Si {office} tena.",
  ],
  ["Bad debt recovered successfully", "Deni lisilolipika limerejeshwa kikamilifu"],
  ["The settings have been saved.", "Mipangilio imehifadhiwa."],
  [
    "The settings are as they were: nothing was changed.",
    "Mipangilio iko ilivyokuwa: hakuna kilichobadilishwa.",
  ],

  // A second person
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
    "Your application was rejected. The amount is above your loan limit of {amount}.",
    "Ombi lako limekataliwa. Kiasi kinazidi kikomo chako cha mkopo cha {amount}.",
  ],
  [
    "The amount is above your loan limit of {amount}.",
    "Kiasi kinazidi kikomo chako cha mkopo cha {amount}.",
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
