// The JSON of Daraja, as its pages show it: what it replies, and what it posts to our addresses.
import { darajaTimestamp } from "#domain/mpesa/daraja-requests.ts";

/** One movement of money that this M-PESA knows. */
export type BoxTransaction = {
  receipt: string;
  at: Date;
  /** As M-PESA writes it, such as `1500` or `1500.50`; negative when it left the shortcode. */
  amount: number;
  /** What was typed as account, or the ask's reference. */
  account: string;
  shortcode: string;
  /** `2547…` */
  phone: string;
  name: string;
  status: "Completed" | "Reversed" | "Failed";
  /** Of our own request for it. */
  conversationId: string | null;
};

/** Phones are masked since March 2026. */
export function masked(phone: string): string {
  return `${phone.slice(0, 5)}****${phone.slice(-3)}`;
}

export function confirmationOf(paid: BoxTransaction) {
  const [first = "", ...more] = paid.name.split(" ");
  return {
    TransactionType: "Pay Bill",
    TransID: paid.receipt,
    TransTime: darajaTimestamp(paid.at),
    TransAmount: paid.amount.toFixed(2),
    BusinessShortCode: paid.shortcode,
    BillRefNumber: paid.account,
    InvoiceNumber: "",
    OrgAccountBalance: "49197.00",
    ThirdPartyTransID: "",
    MSISDN: masked(paid.phone),
    FirstName: first,
    MiddleName: "",
    LastName: more.join(" "),
  };
}

export function pulledRow(paid: BoxTransaction) {
  return {
    transactionId: paid.receipt,
    trxDate: nairobi(paid.at),
    msisdn: masked(paid.phone),
    sender: paid.name,
    transactiontype: "c2b-pay-bill-debit",
    billreference: paid.account,
    amount: paid.amount.toFixed(1),
    organizationname: "Akiba",
  };
}

/** `2026-03-16 09:00:00`, as the clock on the wall shows it. */
function nairobi(at: Date): string {
  return darajaTimestamp(at).replace(
    /(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})/,
    "$1-$2-$3 $4:$5:$6",
  );
}

export type Ask = {
  merchantId: string;
  checkoutId: string;
  phone: string;
  amount: number;
  reference: string;
  callback: string;
};

export function askResult(ask: Ask, end: AskEnd) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: ask.merchantId,
        CheckoutRequestID: ask.checkoutId,
        ResultCode: end.code,
        ResultDesc: end.text,
        ...(end.paid === null
          ? {}
          : {
              CallbackMetadata: {
                Item: [
                  { Name: "Amount", Value: end.paid.amount },
                  { Name: "MpesaReceiptNumber", Value: end.paid.receipt },
                  { Name: "Balance" },
                  { Name: "TransactionDate", Value: Number(darajaTimestamp(end.paid.at)) },
                  { Name: "PhoneNumber", Value: Number(ask.phone) },
                ],
              },
            }),
      },
    },
  };
}

export type AskEnd = { code: number; text: string; paid: BoxTransaction | null };

type Conversation = { conversationId: string; originatorId: string };

/** The result of a question or a payout; `found` is null when M-PESA knows no such transaction. */
export function statusResult(of: Conversation, found: BoxTransaction | null) {
  if (found === null)
    return resultOf(of, { code: 2032, text: "No such transaction.", receipt: "", parameters: {} });
  return resultOf(of, {
    code: 0,
    text: "The service request is processed successfully.",
    receipt: found.receipt,
    parameters: {
      DebitPartyName: `${masked(found.phone)} - ${found.name}`,
      CreditPartyName: `${found.shortcode} - Akiba`,
      OriginatorConversationID: found.conversationId ?? of.originatorId,
      InitiatedTime: Number(darajaTimestamp(found.at)),
      DebitAccountType: "MMF Account For Customer",
      ReasonType: "Pay Bill Online",
      TransactionStatus: found.status,
      FinalisedTime: Number(darajaTimestamp(found.at)),
      Amount: Math.abs(found.amount),
      ReceiptNo: found.receipt,
    },
  });
}

export function payoutResult(of: Conversation, paid: BoxTransaction) {
  return resultOf(of, {
    code: 0,
    text: "The service request is processed successfully.",
    receipt: paid.receipt,
    parameters: {
      TransactionAmount: -paid.amount,
      TransactionReceipt: paid.receipt,
      ReceiverPartyPublicName: `${masked(paid.phone)} - ${paid.name}`,
      TransactionCompletedDateTime: nairobi(paid.at).replace(/(\d{4})-(\d\d)-(\d\d)/, "$3.$2.$1"),
      B2CUtilityAccountAvailableFunds: 133568,
      B2CRecipientIsRegisteredCustomer: "Y",
    },
  });
}

export function refusedResult(of: Conversation, { code, text }: { code: number; text: string }) {
  return resultOf(of, { code, text, receipt: "", parameters: {} });
}

type Result = {
  code: number;
  text: string;
  receipt: string;
  parameters: Readonly<Record<string, string | number>>;
};

function resultOf(of: Conversation, { code, text, receipt, parameters }: Result) {
  const list = Object.entries(parameters).map(([Key, Value]) => ({ Key, Value }));
  return {
    Result: {
      ResultType: 0,
      ResultCode: code,
      ResultDesc: text,
      OriginatorConversationID: of.originatorId,
      ConversationID: of.conversationId,
      TransactionID: receipt,
      ...(list.length > 0 ? { ResultParameters: { ResultParameter: list } } : {}),
      ReferenceData: { ReferenceItem: { Key: "Occasion" } },
    },
  };
}
