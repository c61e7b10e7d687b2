import type { Office } from "#domain/permissions.ts";

/** The office that must agree with this one: Treasurer and Sec-Gen approve together (PAY-11). */
export function otherOffice(office: Office | null): "Treasurer" | "Sec-Gen" {
  return office === "Treasurer" ? "Sec-Gen" : "Treasurer";
}
