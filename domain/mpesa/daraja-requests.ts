// The bodies of our requests to Daraja, as its pages describe them.
import { nairobiIso } from "../nairobi-time.ts";

/** Nairobi's clock as `yyyyMMddHHmmss`. */
export function darajaTimestamp(instant: Date): string {
  return nairobiIso(instant).slice(0, 19).replaceAll(/\D/g, "");
}

/** Nairobi's clock as `yyyy-MM-dd HH:mm:ss`. */
function darajaMoment(instant: Date): string {
  return nairobiIso(instant).slice(0, 19).replace("T", " ");
}

/** Where the result of a request is posted, and where that it waited too long. */
export type ResultAddresses = { result: string; timeout: string };

type Signed = {
  shortcode: string;
  passkey: string;
  now: Date;
  toBase64: (text: string) => string;
};

function passwordOf({ shortcode, passkey, now, toBase64 }: Signed) {
  const timestamp = darajaTimestamp(now);
  return { Password: toBase64(shortcode + passkey + timestamp), Timestamp: timestamp };
}

export type AskParams = {
  /** Whole shillings. */
  amount: number;
  /** `2547…` */
  phone: string;
  /** At most 12 letters and digits, another for each ask. */
  reference: string;
  /** At most 13 characters. */
  description: string;
  callback: string;
};

/** Asks a phone to pay the paybill, or the till if there is one. */
export function askBody(
  { till, ...signed }: Signed & { till: string | null },
  { amount, phone, reference, description, callback }: AskParams,
) {
  return {
    BusinessShortCode: signed.shortcode,
    ...passwordOf(signed),
    TransactionType: till === null ? "CustomerPayBillOnline" : "CustomerBuyGoodsOnline",
    Amount: amount,
    PartyA: phone,
    PartyB: till ?? signed.shortcode,
    PhoneNumber: phone,
    CallBackURL: callback,
    AccountReference: reference,
    TransactionDesc: description,
  };
}

export function queryAskBody(signed: Signed, { checkoutId }: { checkoutId: string }) {
  return {
    BusinessShortCode: signed.shortcode,
    ...passwordOf(signed),
    CheckoutRequestID: checkoutId,
  };
}

export type Initiator = { name: string; credential: string };
const REMARKS = "Akiba";

type CheckParams = { shortcode: string; addresses: ResultAddresses } & (
  | { receipt: string }
  | { conversationId: string }
);

/** Asks what became of a transaction, by its receipt, or by the id that our request for it had. */
export function checkBody({ name, credential }: Initiator, params: CheckParams) {
  return {
    Initiator: name,
    SecurityCredential: credential,
    CommandID: "TransactionStatusQuery",
    ...("receipt" in params
      ? { TransactionID: params.receipt }
      : { OriginalConversationID: params.conversationId }),
    PartyA: params.shortcode,
    IdentifierType: "4",
    ResultURL: params.addresses.result,
    QueueTimeOutURL: params.addresses.timeout,
    Remarks: REMARKS,
    Occasion: "",
  };
}

export type PullParams = { from: Date; to: Date; offset: number };

export function pullBody(shortcode: string, { from, to, offset }: PullParams) {
  return {
    ShortCode: shortcode,
    StartDate: darajaMoment(from),
    EndDate: darajaMoment(to),
    OffSetValue: String(offset),
  };
}

export type PayOutParams = {
  conversationId: string;
  /** Whole shillings. */
  amount: number;
  /** `2547…` */
  phone: string;
  addresses: ResultAddresses;
};

export function payOutBody(
  { name, credential }: Initiator,
  { shortcode, conversationId, amount, phone, addresses }: PayOutParams & { shortcode: string },
) {
  return {
    OriginatorConversationID: conversationId,
    InitiatorName: name,
    SecurityCredential: credential,
    CommandID: "BusinessPayment",
    Amount: amount,
    PartyA: shortcode,
    PartyB: phone,
    Remarks: REMARKS,
    QueueTimeOutURL: addresses.timeout,
    ResultURL: addresses.result,
    // Daraja's own spelling.
    Occassion: "",
  };
}

export type GiveBackParams = { receipt: string; amount: number; addresses: ResultAddresses };

export function giveBackBody(
  { name, credential }: Initiator,
  { shortcode, receipt, amount, addresses }: GiveBackParams & { shortcode: string },
) {
  return {
    Initiator: name,
    SecurityCredential: credential,
    CommandID: "TransactionReversal",
    TransactionID: receipt,
    Amount: amount,
    ReceiverParty: shortcode,
    // Daraja's own spelling.
    RecieverIdentifierType: "11",
    ResultURL: addresses.result,
    QueueTimeOutURL: addresses.timeout,
    Remarks: REMARKS,
    Occasion: "",
  };
}
