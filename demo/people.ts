// The people of the demo group. All of them have the same password.
import type { Office } from "#domain/permissions.ts";

export const demoPassword = "mbuyu-wa-kale-1963";

export type DemoPerson = {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  phone: string;
  regNumber: string;
  office: Office | null;
  /** How many months before today they joined; null if they have only just signed up or were turned away. */
  joinedMonthsAgo: number | null;
  /** The first and the last month without a contribution, in months before today. */
  pause: readonly [from: number, to: number] | null;
};

type Row = {
  name: string;
  joined: number | null;
  office?: Office;
  pause?: readonly [from: number, to: number];
};

const rows: readonly Row[] = [
  { name: "Wanjiru Mwangi", joined: 36, office: "Chairperson" },
  { name: "Otieno Odhiambo", joined: 36, office: "Treasurer" },
  { name: "Halima Abdi", joined: 36, office: "Sec-Gen" },
  { name: "Kiprotich Koech", joined: 36 },
  { name: "Nyambura Kariuki", joined: 36 },
  { name: "Mutua Musyoka", joined: 36, pause: [18, 13] },
  { name: "Achieng Ouma", joined: 36 },
  { name: "Barasa Wekesa", joined: 36 },
  { name: "Chebet Rotich", joined: 36 },
  { name: "Kamau Njoroge", joined: 36 },
  { name: "Akinyi Okoth", joined: 36 },
  { name: "Mwende Kilonzo", joined: 36 },
  { name: "Juma Mwakio", joined: 36 },
  { name: "Njoki Gitau", joined: 36 },
  { name: "Atieno Owino", joined: 36 },
  { name: "Kipchoge Sang", joined: 36 },
  { name: "Wambui Ndungu", joined: 36 },
  { name: "Omondi Onyango", joined: 36, pause: [8, 0] },
  { name: "Zawadi Mwamburi", joined: 36, pause: [8, 0] },
  { name: "Naliaka Simiyu", joined: 36 },
  { name: "Muthoni Waweru", joined: 36 },
  { name: "Wafula Masinde", joined: 36 },
  { name: "Kerubo Momanyi", joined: 36 },
  { name: "Ochieng Ogola", joined: 36, pause: [21, 0] },
  { name: "Moraa Onsongo", joined: 34 },
  { name: "Ekai Lokwang", joined: 32, pause: [5, 0] },
  { name: "Fatuma Hassan", joined: 30 },
  { name: "Githinji Maina", joined: 28 },
  { name: "Jepkosgei Cheruiyot", joined: 26 },
  { name: "Kilonzi Mutiso", joined: 24 },
  { name: "Lavender Adhiambo", joined: 22 },
  { name: "Mwikali Nzioka", joined: 20 },
  { name: "Nekesa Khaemba", joined: 18 },
  { name: "Odongo Were", joined: 16 },
  { name: "Pendo Charo", joined: 14 },
  { name: "Rehema Said", joined: 12 },
  { name: "Samoei Kosgei", joined: 10 },
  { name: "Tabitha Wangari", joined: 8 },
  { name: "Kevin Mureithi", joined: null },
  { name: "Brian Mwenda", joined: null },
];

/**
 * Three officials, the members who joined over three years, one person who waits to be let in and one who was refused.
 */
export const demoPeople: readonly DemoPerson[] = rows.map((row, index) => {
  const [firstName = "", lastName = ""] = row.name.split(" ");
  const username = (row.office ?? `${firstName}.${lastName}`).toLowerCase();
  return {
    firstName,
    lastName,
    username,
    email: `${username}@demo.example`,
    phone: `07${String(11_000_000 + index * 137_101)}`,
    regNumber: `DEMO/${String(index + 1).padStart(3, "0")}`,
    office: row.office ?? null,
    joinedMonthsAgo: row.joined,
    pause: row.pause ?? null,
  };
});

export function demoPerson(username: string): DemoPerson {
  const person = demoPeople.find((each) => each.username === username);
  if (person === undefined) throw new Error(`${username} is nobody of the demo group`);
  return person;
}

/** For each situation, somebody as whom to sign in to see it. */
export const demoSituations: readonly { username: string; is: string }[] = [
  { username: "chairperson", is: "Chairperson; a new member waits for approval" },
  { username: "treasurer", is: "Treasurer; payments and loans wait, the books are in their hands" },
  { username: "sec-gen", is: "Sec-Gen; payments and loans wait" },
  { username: "akinyi.okoth", is: "repays a loan; asked for another and was refused" },
  { username: "barasa.wekesa", is: "has a loan in default" },
  { username: "wafula.masinde", is: "was fined and has paid a part of it" },
  { username: "ekai.lokwang", is: "has stopped paying and is fined each month" },
  { username: "ochieng.ogola", is: "left the group and still owes a part of a loan" },
  { username: "omondi.onyango", is: "left the group and was paid out" },
  { username: "zawadi.mwamburi", is: "is dormant" },
  { username: "kevin.mureithi", is: "has signed up and paid, and waits for approval" },
];
