// Invented M-PESA messages as phones show them: what each claims, or why it claims nothing.
import type { NoClaim } from "./mpesa-message.ts";

/** Code, cents, moment, payee and account of each payment. */
export const paidMessages: [string, [string, bigint, string, string, string | null]][] = [
  [
    "TJK6H7T0JT Confirmed. Ksh1000.00 sent to Equity Paybill Account for account 123123 on 20/10/25 at 4:26 PM New M-PESA balance is Ksh123.12. Transaction cost, Ksh23.00.",
    ["TJK6H7T0JT", 100_000n, "2025-10-20T16:26:00", "Equity Paybill Account", "123123"],
  ],
  [
    "UA25A1B2C3 Confirmed. Ksh1,000.00 sent to UMOJA SELF HELP GROUP for account M001 on 2/1/26 at 8:15 AM New M-PESA balance is Ksh12,345.67. Transaction cost, Ksh0.00.Amount you can transact within the day is 499,000.00.",
    ["UA25A1B2C3", 100_000n, "2026-01-02T08:15:00", "UMOJA SELF HELP GROUP", "M001"],
  ],
  [
    "UA59D8E7F6 Confirmed. Ksh2,500.50 sent to KCB Paybill AC for account 1234567890 on 5/1/26 at 12:00 PM. New M-PESA balance is Ksh0.00.",
    ["UA59D8E7F6", 250_050n, "2026-01-05T12:00:00", "KCB Paybill AC", "1234567890"],
  ],
  [
    "UA59D8E7F7 Confirmed. Ksh50.00 sent to CO-OP BANK for account 40022#M12 on 5/1/26 at 12:05 AM New M-PESA balance is Ksh1.00.",
    ["UA59D8E7F7", 5_000n, "2026-01-05T00:05:00", "CO-OP BANK", "40022#M12"],
  ],
  [
    "SIA93MAWD9 Confirmed. Ksh500.00 sent to JOHN DOE 0716123456 on 10/9/24 at 3:40 PM. New M-PESA balance is Ksh1,000.00. Transaction cost, Ksh7.00.",
    ["SIA93MAWD9", 50_000n, "2024-09-10T15:40:00", "JOHN DOE 0716123456", null],
  ],
  [
    "UA5QW3ER4T Confirmed. Ksh70.00 sent to MARY  WANJIKU 0722***456 on 5/1/26 at 9:09 AM. New M-PESA balance is Ksh4.00.",
    ["UA5QW3ER4T", 7_000n, "2026-01-05T09:09:00", "MARY WANJIKU 0722***456", null],
  ],
  [
    "UA6MN8BV7C Confirmed. Ksh350.00 paid to MAMA NJERI SHOP. on 6/1/26 at 6:45 PM.New M-PESA balance is Ksh20.00. Transaction cost, Ksh0.00.",
    ["UA6MN8BV7C", 35_000n, "2026-01-06T18:45:00", "MAMA NJERI SHOP", null],
  ],
  [
    "UA6MN8BV8C Confirmed. Ksh5,000.00 paid to NAIVAS SUPERMARKET 5521. on 6/1/26 at 11:59 PM.New M-PESA balance is Ksh20.00.",
    ["UA6MN8BV8C", 500_000n, "2026-01-06T23:59:00", "NAIVAS SUPERMARKET 5521", null],
  ],
  [
    "UA7PO1CH2I Confirmed. Ksh120.00 sent to JANE MWENDE on 7/1/26 at 1:01 PM. New M-PESA balance is Ksh88.00.",
    ["UA7PO1CH2I", 12_000n, "2026-01-07T13:01:00", "JANE MWENDE", null],
  ],
  [
    "UA7PO1CH3I Confirmed. Ksh120.00 sent to POCHI LA BIASHARA - PETER on 7/1/26 at 1:01 PM. New M-PESA balance is Ksh88.00.",
    ["UA7PO1CH3I", 12_000n, "2026-01-07T13:01:00", "POCHI LA BIASHARA - PETER", null],
  ],
  [
    "ua7po1ch4i confirmed. ksh1,200 sent to umoja for account fine on 7/1/26 at 1:01 pm",
    ["UA7PO1CH4I", 120_000n, "2026-01-07T13:01:00", "umoja", "fine"],
  ],
  [
    "MPESA: UA7PO1CH5I Confirmed.Ksh99.00 sent to UMOJA for account M 001 on 07/01/2026 at 13:01",
    ["UA7PO1CH5I", 9_900n, "2026-01-07T13:01:00", "UMOJA", "M 001"],
  ],
  [
    "UA7PO1CH6I Confirmed. You have paid Ksh1,200.00 to UMOJA for account 12 on 7/1/26 at 4:30 PM. New balance is Ksh11.00.",
    ["UA7PO1CH6I", 120_000n, "2026-01-07T16:30:00", "UMOJA", "12"],
  ],
  [
    "UA7PO1CH7I Confirmed. You have sent Ksh200.00 to PETER KAMAU 0711000111 on 7/1/26 at 4:30 PM.",
    ["UA7PO1CH7I", 20_000n, "2026-01-07T16:30:00", "PETER KAMAU 0711000111", null],
  ],
  [
    "UA8\nA1B2C3D".replace("\n", "") +
      " Confirmed.\nKsh10.00 sent to\nUMOJA for account\nM1 on 8/1/26 at\n4:30 PM",
    ["UA8A1B2C3D", 1_000n, "2026-01-08T16:30:00", "UMOJA", "M1"],
  ],
  [
    "UA8A1B2C4D Confirmed. Ksh10.00 sent to AIRTIME KIOSK RECEIVED for account deposit on 8/1/26 at 4:30 PM",
    ["UA8A1B2C4D", 1_000n, "2026-01-08T16:30:00", "AIRTIME KIOSK RECEIVED", "deposit"],
  ],
  [
    "UA8A1B2C5D Confirmed. KES 10.00 sent to UMOJA for account number 77 on 8/1/26 at 4:30 P.M",
    ["UA8A1B2C5D", 1_000n, "2026-01-08T16:30:00", "UMOJA", "77"],
  ],
  [
    "Please see UA8A1B2C6D Confirmed. Ksh1,000,000.00 sent to UMOJA for account 77 on 8/1/26 at 4:30 PM",
    ["UA8A1B2C6D", 100_000_000n, "2026-01-08T16:30:00", "UMOJA", "77"],
  ],
  [
    "UA8A1B2C7D Confirmed. Ksh100.00 sent to UMOJA for account 77 on 31/12/25 at 11:59 PM. Download M-PESA app on http://bit.ly/x",
    ["UA8A1B2C7D", 10_000n, "2025-12-31T23:59:00", "UMOJA", "77"],
  ],
  [
    "TAD62EDKVQ Imethibitishwa Ksh1.00 imetumwa kwa John  Doe 0729641937 tarehe 13/1/25 saa 5:44 PM. Baki yako ya M-PESA ni Ksh263.47.",
    ["TAD62EDKVQ", 100n, "2025-01-13T17:44:00", "John Doe 0729641937", null],
  ],
  [
    "TAD62EDKVR Imethibitishwa. Ksh1,000.00 imetumwa kwa UMOJA kwa akaunti nambari M001 tarehe 13/1/25 saa 8:05 AM. Baki yako ya M-PESA ni Ksh5.00. Gharama ya kutuma ni Ksh0.00.",
    ["TAD62EDKVR", 100_000n, "2025-01-13T08:05:00", "UMOJA", "M001"],
  ],
  [
    "TAD62EDKVS Imethibitishwa. Ksh1,000.00 imetumwa kwa UMOJA kwa akaunti M001 mnamo 13/1/25 saa 8:05 AM",
    ["TAD62EDKVS", 100_000n, "2025-01-13T08:05:00", "UMOJA", "M001"],
  ],
  [
    "TAD62EDKVT Imethibitishwa. Ksh350.00 imelipwa kwa MAMA NJERI SHOP. tarehe 13/1/25 saa 6:05 PM. Baki yako mpya ya M-PESA ni Ksh5.00.",
    ["TAD62EDKVT", 35_000n, "2025-01-13T18:05:00", "MAMA NJERI SHOP", null],
  ],
  [
    "TAD62EDKVU imethibitishwa Ksh20,000 zimetumwa kwa UMOJA ya akaunti 12 tarehe 13/1/25 saa 6:05 PM",
    ["TAD62EDKVU", 2_000_000n, "2025-01-13T18:05:00", "UMOJA", "12"],
  ],
  [
    "TAD62EDKVW Imethibitishwa. Umetuma Ksh500.00 kwa JANE MWENDE 0711222333 tarehe 13/1/25 saa 12:30 PM. Salio lako ni Ksh1.00",
    ["TAD62EDKVW", 50_000n, "2025-01-13T12:30:00", "JANE MWENDE 0711222333", null],
  ],
  [
    "TAD62EDKVX Imethibitishwa. Umelipa Ksh500.00 kwa UMOJA kwa akaunti 9 tarehe 13/1/25 saa 12:30 PM. Salio lako ni Ksh1.00",
    ["TAD62EDKVX", 50_000n, "2025-01-13T12:30:00", "UMOJA", "9"],
  ],
  [
    "UBK4X9Y2ZA Confirmed. Ksh1,500.00 paid to UMOJA CHAMA TILL 5120034. on 20/2/26 at 7:04 PM.New M-PESA balance is Ksh310.50. Transaction cost, Ksh0.00. Amount you can transact within the day is 498,500.00. Save frequent Tills for quick payment on M-PESA app https://bit.ly/mpesalnk",
    ["UBK4X9Y2ZA", 150_000n, "2026-02-20T19:04:00", "UMOJA CHAMA TILL 5120034", null],
  ],
  [
    "UBK4X9Y2ZB Confirmed. Ksh250.00 sent to Pochi La Biashara for JANE ATIENO on 20/2/26 at 7:05 PM. New M-PESA balance is Ksh60.50. Transaction cost, Ksh0.00.",
    ["UBK4X9Y2ZB", 25_000n, "2026-02-20T19:05:00", "Pochi La Biashara for JANE ATIENO", null],
  ],
  [
    "UBK4X9Y2ZC Confirmed. Ksh2,000.00 sent to GRACE  WAMBUI 0722000111 on 20/2/26 at 12:30 AM. New M-PESA balance is Ksh1,000.00. Transaction cost, Ksh33.00. Amount you can transact within the day is 498,000.00. Sign up for Lipa Na M-PESA Till online https://m-pesaforbusiness.co.ke",
    ["UBK4X9Y2ZC", 200_000n, "2026-02-20T00:30:00", "GRACE WAMBUI 0722000111", null],
  ],
  [
    "UBK4X9Y2ZD Imethibitishwa. Ksh3,000.00 imelipwa kwa UMOJA CHAMA akaunti M007 tarehe 21/2/26 saa 9:15 AM. Baki yako ya M-PESA ni Ksh12.00. Gharama ya kutuma ni Ksh0.00.",
    ["UBK4X9Y2ZD", 300_000n, "2026-02-21T09:15:00", "UMOJA CHAMA", "M007"],
  ],
  [
    "UBK4X9Y2ZE Imethibitishwa Ksh500.00 imetumwa kwa EQUITY BULK ACCOUNT kwa akaunti ya 0042 tarehe 21/2/26 saa 5:44 PM. Baki yako ya M-PESA ni Ksh263.47.",
    ["UBK4X9Y2ZE", 50_000n, "2026-02-21T17:44:00", "EQUITY BULK ACCOUNT", "0042"],
  ],
  [
    "UBK4X9Y2ZF Confirmed. Ksh1,000.00 sent to UMOJA SELF HELP GROUP for account 0042 on 22/2/26 at 10:00 AM New M-PESA balance is Ksh5.00. Transaction cost, Ksh10.00.",
    ["UBK4X9Y2ZF", 100_000n, "2026-02-22T10:00:00", "UMOJA SELF HELP GROUP", "0042"],
  ],
  [
    "From: MPESA\n22 Feb 2026, 10:03\n\nUBK4X9Y2ZH Confirmed. Ksh450.00 sent to ABSA BANK KENYA PLC for account 2031234567 on 22/2/26 at 10:03 AM New M-PESA balance is Ksh1.00.",
    ["UBK4X9Y2ZH", 45_000n, "2026-02-22T10:03:00", "ABSA BANK KENYA PLC", "2031234567"],
  ],
  [
    "UBK4X9Y2ZI Confirmed.Ksh1,200.00 paid to REVERSAL HAIR SALON. on 22/2/26 at 1:03 PM.New M-PESA balance is Ksh1.00.",
    ["UBK4X9Y2ZI", 120_000n, "2026-02-22T13:03:00", "REVERSAL HAIR SALON", null],
  ],
  [
    "UBK4X9Y2ZJ Confirmed. KES 1,250 sent to UMOJA for account contribution on 22/02/2026 at 13:04. New M-PESA balance is KES 3,000.",
    ["UBK4X9Y2ZJ", 125_000n, "2026-02-22T13:04:00", "UMOJA", "contribution"],
  ],
];

export const refusedMessages: [string, NoClaim][] = [
  [
    "TJF987E58C Confirmed.You have received Ksh300.00 from NAME 0712121212 on 15/10/24 at 12:16 PM  New M-PESA balance is Ksh1.00.",
    "received",
  ],
  [
    "TJF987E58D Confirmed. You have received Ksh1,300.00 from EQUITY BULK ACCOUNT 300600 on 15/10/24 at 12:16 PM New M-PESA balance is Ksh1.00.",
    "received",
  ],
  [
    "TJF987E58E Imethibitishwa. Umepokea Ksh300.00 kutoka kwa JANE DOE 0712121212 tarehe 15/10/24 saa 12:16 PM Baki yako ya M-PESA ni Ksh1.00.",
    "received",
  ],
  ["TJF987E58F Imethibitishwa Umepokea Ksh30 kutoka KCB tarehe 15/10/24 saa 2:16 AM", "received"],
  [
    "TJF987E58G Confirmed. Reversal of transaction TJF987E58C has been successfully reversed on 15/10/24 at 1:16 PM and Ksh300.00 is credited to your M-PESA account. New M-PESA account balance is Ksh301.00.",
    "reversed",
  ],
  [
    "TJF987E58H confirmed. Your transaction TJF987E58C of Ksh300.00 sent to UMOJA on 15/10/24 at 1:16 PM has been reversed.",
    "reversed",
  ],
  [
    "TJF987E58J Imethibitishwa. Muamala TJF987E58C wa Ksh300.00 umerudishwa tarehe 15/10/24 saa 1:16 PM.",
    "reversed",
  ],
  [
    "TJF987E58K Imethibitishwa. Ksh300.00 zilizotumwa kwa UMOJA zimerejeshwa kwa akaunti yako tarehe 15/10/24",
    "reversed",
  ],
  ["Transaction TJF987E58C has been partially reversed. Ksh100.00 was returned.", "reversed"],
  [
    "Failed. You do not have enough money in your M-PESA account to pay Ksh1,000.00. Your M-PESA balance is Ksh20.00.",
    "failed",
  ],
  [
    "TJF987E58L Failed. Insufficient funds in your M-PESA account to send Ksh1,000.00 to UMOJA on 15/10/24 at 1:16 PM.",
    "failed",
  ],
  ["Your request to pay Ksh500.00 to UMOJA for account 1 was cancelled by you.", "failed"],
  ["The transaction was unsuccessful. Ksh500.00 was not sent to UMOJA.", "failed"],
  ["Transaction declined. Please check your M-PESA PIN.", "failed"],
  ["Muamala wako wa Ksh500.00 umeshindikana. Tafadhali jaribu tena.", "failed"],
  ["Muamala haukukamilika. Ksh500.00 haikutumwa kwa UMOJA.", "failed"],
  ["Imefeli. Huna pesa za kutosha kwenye akaunti yako ya M-PESA kulipa Ksh500.00.", "failed"],
  ["Imeshindikana. Salio lako halitoshi.", "failed"],
  [
    "TJF987E58M Confirmed.Your account balance was: M-PESA Account : Ksh1,234.00 on 15/10/24 at 1:16 PM. Transaction cost, Ksh0.00.",
    "balance",
  ],
  ["TJF987E58N Confirmed. Your M-PESA balance is Ksh55.00 on 15/10/24 at 1:16 PM.", "balance"],
  [
    "TJF987E58P Imethibitishwa. Baki yako ya M-PESA ni Ksh55.00 tarehe 15/10/24 saa 1:16 PM.",
    "balance",
  ],
  ["TJF987E58Q Imethibitishwa. Salio lako la M-PESA ni Ksh55.00", "balance"],
  [
    "TJF987E58R Confirmed.on 15/10/24 at 1:16 PMWithdraw Ksh500.00 from 123456 - AGENT NAME New M-PESA balance is Ksh55.00. Transaction cost, Ksh29.00.",
    "withdrawn",
  ],
  [
    "TJF987E58S Confirmed. You have withdrawn Ksh3,000.00 from MPESA Agent MARY on 18/11/25 at 3:20 PM.",
    "withdrawn",
  ],
  [
    "TJF987E58T Imethibitishwa tarehe 15/10/24 saa 1:16 PM Toa Ksh500.00 kutoka 123456 - AGENT Baki yako ya M-PESA ni Ksh1.00",
    "withdrawn",
  ],
  [
    "TJF987E58U Imethibitishwa. Umetoa Ksh500.00 kwa wakala 123456 tarehe 15/10/24 saa 1:16 PM",
    "withdrawn",
  ],
  [
    "TJF987E58V Confirmed. On 15/10/24 at 1:16 PM Give Ksh500.00 cash to AGENT NAME New M-PESA balance is Ksh555.00",
    "deposited",
  ],
  [
    "TJF987E58W Imethibitishwa. Umeweka Ksh500.00 kwa wakala AGENT tarehe 15/10/24 saa 1:16 PM.",
    "deposited",
  ],
  [
    "TJF987E58X confirmed.You bought Ksh50.00 of airtime on 15/10/24 at 1:16 PM.New M-PESA balance is Ksh5.00.",
    "airtime",
  ],
  [
    "TJF987E58Y Imethibitishwa. Umenunua muda wa maongezi wa Ksh50.00 tarehe 15/10/24 saa 1:16 PM",
    "airtime",
  ],
  [
    "TJF987E58Z Confirmed. Fuliza M-PESA amount is Ksh 500.00. Access Fee charged Ksh 5.00. Total Fuliza M-PESA outstanding amount is Ksh 505.00 due on 15/11/24.",
    "overdraft",
  ],
  ["UA7PO1CH8I Confirmed. Ksh1,000.00 sent to UMOJA for account", "incomplete"],
  ["Confirmed. Ksh1,000.00 sent to UMOJA for account M1 on 7/1/26 at 1:01 PM", "incomplete"],
  ["UA7PO1CH9I Confirmed. Ksh1,000.00 sent to UMOJA on 31/2/26 at 1:01 PM", "moment"],
  ["UA7PO1CHAI Confirmed. Ksh0.00 sent to UMOJA on 3/2/26 at 1:01 PM", "incomplete"],
  ["UA7PO1CHBI Confirmed. Ksh1,00.00 sent to UMOJA on 3/2/26 at 1:01 PM", "incomplete"],
  ["TJF987E590 Imethibitishwa. Ksh1,000.00 imetumwa kwa UMOJA", "incomplete"],
  ["Hello, did you get my money?", "no-message"],
  ["", "no-message"],
  ["UA7PO1CHBI", "no-message"],
  [
    "UBK4X9Y2ZK Confirmed.You have received Ksh300.00 from PETER OTIENO 0712121212 on 22/2/26 at 12:16 PM  New M-PESA balance is Ksh900.00.",
    "received",
  ],
  [
    "UBK4X9Y2ZL Imethibitishwa. Umepokea Ksh1,000.00 kutoka kwa ALICE WANJIRU 0722111222 tarehe 22/2/26 saa 8:00 PM. Baki yako ya M-PESA ni Ksh1,900.00.",
    "received",
  ],
  [
    "UBK4X9Y2ZM confirmed. Reversal of transaction UBK4X9Y2ZA has been successfully reversed on 22/2/26 at 8:00 AM and Ksh1,500.00 is credited to your M-PESA account. New M-PESA account balance is Ksh1,810.50.",
    "reversed",
  ],
  [
    "UBK4X9Y2ZN Imethibitishwa. Muamala UBK4X9Y2ZA wa Ksh1,500.00 umerudishwa tarehe 22/2/26 saa 8:00 AM. Baki yako ya M-PESA ni Ksh1,810.50.",
    "reversed",
  ],
  [
    "Failed. You do not have enough money in your M-PESA account to pay Ksh1,000.00 to UMOJA. Your M-PESA balance is Ksh12.00.",
    "failed",
  ],
  [
    "Imeshindikana. Hauna pesa za kutosha kwenye akaunti yako ya M-PESA kutuma Ksh1,000.00 kwa UMOJA. Salio lako ni Ksh12.00.",
    "failed",
  ],
  [
    "UBK4X9Y2ZO Confirmed. Your account balance was: M-PESA Account : Ksh1,234.00 on 22/2/26 at 8:00 AM. Transaction cost, Ksh0.00.",
    "balance",
  ],
  [
    "UBK4X9Y2ZP Imethibitishwa. Salio lako la M-PESA ni Ksh1,234.00 tarehe 22/2/26 saa 8:00 AM.",
    "balance",
  ],
  [
    "UBK4X9Y2ZQ Confirmed.on 22/2/26 at 8:00 AMWithdraw Ksh2,000.00 from 123456 - NEEMA AGENCIES New M-PESA balance is Ksh10.00. Transaction cost, Ksh29.00.",
    "withdrawn",
  ],
  [
    "UBK4X9Y2ZR confirmed.You bought Ksh50.00 of airtime on 22/2/26 at 8:00 AM.New M-PESA balance is Ksh10.00. Transaction cost, Ksh0.00.",
    "airtime",
  ],
];
