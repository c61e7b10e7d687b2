import type { TextsOf } from "#messages/message.ts";
import type * as en from "../../en/web/mpesa.ts";

export const mpesa = {
  title: "Lipa sasa kwa M-PESA",
  phone: "Simu yako {phone} itaomba PIN. Nambari ya malipo inakuja hapa yenyewe.",
  amount: "Kiasi",
  amountWhole: "Shilingi kamili, kuanzia KES 1 hadi KES 250,000.",
  forMonth: "Kwa {month}.",
  pay: "Lipa sasa",
  since: "{minutes, plural, =0 {} other {dakika # }}sekunde {seconds} tangu ombi",
  next: {
    waiting: "Angalia simu yako. Jibu la M-PESA linaonekana hapa lenyewe, hata ukirudi baadaye.",
    unknown: "M-PESA inaulizwa tena na tena. Unaweza kufunga hapa na kurudi baadaye.",
    paid: "Nambari {receipt}. Kisha Mweka Hazina na Katibu Mkuu wanaidhinisha.",
    paidWithoutCode: "Nambari yake inakuja yenyewe. Kama unayo, unaweza pia kuiandika hapa chini.",
    paidUnplaced:
      "Nambari {receipt}. Bado hayajarekodiwa: taarifa inakueleza kwa nini, na maafisa wanajua.",
    again: "Unaweza kujaribu tena, au lipa kwa njia nyingine na uandike nambari hapa chini.",
    over: "Unaweza kulipa kwa njia nyingine na uandike nambari hapa chini.",
  },
  check: "Uliza M-PESA sasa",
  end: "Sikulipa",
  again: "Jaribu tena",
  done: "Sawa",
  away: "Hakuna mtandao. Jibu la M-PESA litaonekana mtandao ukirudi.",
  byHand: "Au andika nambari ya malipo uliyokwisha kulipa",
} as const satisfies TextsOf<typeof en.mpesa>;
