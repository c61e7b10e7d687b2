// The people of the demo group; all of them sign in with the same password.
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
  /** Months before today that they joined. */
  joinedMonthsAgo: number;
  /** How many monthly contributions in ten they pay in time. */
  diligence: number;
};

const firstNames = [
  "Wanjiru",
  "Otieno",
  "Achieng",
  "Kiprotich",
  "Nyambura",
  "Mutua",
  "Halima",
  "Barasa",
  "Chebet",
  "Kamau",
  "Akinyi",
  "Mwende",
  "Juma",
  "Njoroge",
  "Atieno",
  "Kipchoge",
  "Wambui",
  "Omondi",
  "Zawadi",
  "Ndungu",
];
const lastNames = [
  "Mwangi",
  "Odhiambo",
  "Wekesa",
  "Koech",
  "Njeri",
  "Musyoka",
  "Abdi",
  "Simiyu",
  "Rotich",
  "Kariuki",
];

const officers: Record<number, Office> = { 0: "Chairperson", 1: "Treasurer", 2: "Sec-Gen" };

/** Forty members: three officials and thirty-seven who joined over three years, most of them diligent. */
export const demoPeople: readonly DemoPerson[] = Array.from({ length: 40 }, (_, index) => {
  const firstName = firstNames[index % firstNames.length] ?? "";
  const lastName = lastNames[(index * 7 + Math.floor(index / 10)) % lastNames.length] ?? "";
  const office = officers[index] ?? null;
  const username =
    office === null ? `${firstName}.${lastName}`.toLowerCase() : office.toLowerCase();
  return {
    firstName,
    lastName,
    username: demoUsername(username, index),
    email: `${demoUsername(username, index)}@demo.example`,
    phone: `07${String(11_000_000 + index * 137_101).slice(0, 8)}`,
    regNumber: `DEMO/${String(index + 1).padStart(3, "0")}`,
    office,
    joinedMonthsAgo: index < 24 ? 36 : 36 - (index - 23) * 2,
    diligence: index % 9 === 8 ? 6 : 10,
  };
});

/** The same pair of names comes twice; the later one carries a number. */
function demoUsername(name: string, index: number): string {
  return index < 20 ? name : `${name}${index}`;
}
