// Single words inside the server's sentences, in Swahili.
import { officesInSwahili, shortMonthsInSwahili } from "./shown-words-sw.ts";

/** A word by its English one, or the word itself where there is none. */
export function wordIn(words: Readonly<Record<string, string>>, word: string): string {
  return words[word] ?? word;
}

export function officeInSwahili(office: string): string {
  return wordIn(officesInSwahili, office);
}

const labels = {
  Account: "Akaunti",
  Action: "Hatua",
  "Activation token": "Tokeni ya kuwasha",
  Token: "Tokeni",
  Actor: "Aliyefanya",
  "Actual shared interest": "Sehemu halisi ya riba",
  Amount: "Kiasi",
  "Amount paid": "Kiasi kilicholipwa",
  "Amount seen": "Kiasi kilichoonekana",
  "Bank name": "Jina la benki",
  Category: "Kundi",
  "Charged user": "Anayetozwa",
  Code: "Msimbo",
  "Confirm new password": "Rudia nenosiri jipya",
  "Confirm password": "Rudia nenosiri",
  "Confirmation token": "Tokeni ya kuthibitisha",
  "Contribution month": "Mwezi wa mchango",
  "Current balance": "Salio la sasa",
  "Current password": "Nenosiri la sasa",
  Date: "Tarehe",
  Declaration: "Tangazo",
  Description: "Maelezo",
  Email: "Barua pepe",
  "Emergency loan rate": "Riba ya mikopo ya dharura",
  "Emergency loan term": "Muda wa mikopo ya dharura",
  "End date": "Tarehe ya mwisho",
  "Expense category": "Kundi la matumizi",
  "Financial year start": "Mwanzo wa mwaka wa fedha",
  "First name": "Jina la kwanza",
  "Fixed deposit": "Amana ya muda maalum",
  Format: "Muundo",
  "Group name": "Jina la kikundi",
  "Interest earned": "Riba iliyopatikana",
  "Interest share": "Sehemu ya riba",
  "Second person above": "Kiasi cha mtu wa pili",
  Kind: "Aina",
  Language: "Lugha",
  "Last name": "Jina la ukoo",
  "Late fine after months": "Faini ya kuchelewa baada ya miezi",
  "Late fine amount": "Faini ya kuchelewa",
  Loan: "Mkopo",
  "Contribution due day": "Siku ya mwisho ya mchango",
  "Loan limit multiple": "Kikomo cha mkopo",
  "Office delay": "Muda wa kusubiri wadhifa",
  "Loan type": "Aina ya mkopo",
  "Maturity date": "Tarehe ya kuiva",
  Member: "Mwanachama",
  "Monthly contribution": "Mchango wa mwezi",
  "New password": "Nenosiri jipya",
  "Normal loan rate": "Riba ya mikopo ya kawaida",
  "Normal loan term": "Muda wa mikopo ya kawaida",
  "Overall shared interest": "Sehemu nzima ya riba",
  Password: "Nenosiri",
  months: "Idadi ya miezi",
  page: "Ukurasa",
  page_size: "Idadi kwa ukurasa",
  from: "Kuanzia",
  to: "Hadi",
  "Payment date": "Tarehe ya malipo",
  "Payment reference": "Nambari ya malipo",
  Phone: "Simu",
  Question: "Swali",
  Reason: "Sababu",
  "Recovered amount": "Kiasi kilichorejeshwa",
  "Registration number": "Nambari ya usajili",
  "Rejection reason": "Sababu ya kukataa",
  "Reset token": "Tokeni ya kuweka upya",
  Role: "Jukumu",
  Search: "Tafuta",
  "Start date": "Tarehe ya kuanza",
  Status: "Hali",
  Subject: "Kuhusu nini",
  "Subject id": "Nambari ya jambo",
  "Total contributions": "Jumla ya michango",
  "Two-step sign-in of officials": "Kuingia kwa hatua mbili kwa maafisa",
  Type: "Aina",
  Username: "Jina la mtumiaji",
  Year: "Mwaka",
  "Your email or mobile number": "Barua pepe au nambari yako ya simu",
  "Your password": "Nenosiri lako",
};

/** What a form calls a field. */
export function labelInSwahili(label: string): string {
  return wordIn(labels, label);
}

const months = {
  January: "Januari",
  February: "Februari",
  March: "Machi",
  April: "Aprili",
  May: "Mei",
  June: "Juni",
  July: "Julai",
  August: "Agosti",
  September: "Septemba",
  October: "Oktoba",
  November: "Novemba",
  December: "Desemba",
};
const englishMonths = Object.keys(months).map((month) => month.slice(0, 3));
const shortMonths = Object.fromEntries(
  englishMonths.map((english, index) => [english, shortMonthsInSwahili[index] ?? english]),
);

/** "21 Oct 2026" as "21 Okt 2026", wherever it stands in a text, and "October 2026" as "Oktoba 2026". */
export function datesInSwahili(text: string): string {
  return text
    .replace(
      /\b(\d{2}) ([A-Z][a-z]{2}) (?=\d{4}\b)/g,
      (_, day: string, month: string) => `${day} ${wordIn(shortMonths, month)} `,
    )
    .replace(/\b([A-Z][a-z]+) (?=\d{4}\b)/g, (_, month: string) => `${wordIn(months, month)} `);
}
