// The people of a journey, created through the API: sign-up, the mailed link, the founding command.
import type { Application } from "./application.ts";

/** The parts of an application that people need to join. */
export type Door = Pick<Application, "url" | "mail" | "command">;

export type Member = {
  username: string;
  email: string;
  password: string;
  token: string;
  id: number;
};

// oxlint-disable-next-line typescript/no-explicit-any -- journeys look into answers of every shape.
export type Json = any;

/** The first three numbers are those of the officials, who join once for many journeys. */
let people = 3;

/** Calls the API as a script would: with a bearer token and without cookies. */
export async function ask(
  application: Door,
  method: string,
  path: string,
  params: { token?: string; body?: unknown } = {},
): Promise<{ status: number; body: Json }> {
  const response = await fetch(application.url + path, {
    method,
    headers: {
      ...(params.token === undefined ? {} : { Authorization: `Bearer ${params.token}` }),
      ...(params.body === undefined ? {} : { "Content-Type": "application/json" }),
    },
    ...(params.body === undefined ? {} : { body: JSON.stringify(params.body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function askFor(status: number, ...request: Parameters<typeof ask>): Promise<Json> {
  const answer = await ask(...request);
  if (answer.status !== status)
    throw new Error(`${request[1]} ${request[2]}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A member who has signed up, activated the account and signed in; an official if `office` is set. */
export async function joinGroup(
  application: Door,
  params: { firstName: string; lastName: string; office?: string; number?: number },
): Promise<Member> {
  const number = params.number ?? ++people;
  const username = `${params.firstName}${number}`.toLowerCase();
  const email = `${username}@example.com`;
  const password = "mwembe-na-papai-7";
  await askFor(201, application, "POST", "/api/user/signup/", {
    body: {
      first_name: params.firstName,
      last_name: params.lastName,
      username,
      email,
      RegNo: `E2E/${number}`,
      phone: `0722${String(number).padStart(6, "0")}`,
      password,
      confirm_password: password,
    },
  });
  const mail = await application.mail.next(email, /./);
  const activation_token = /\/user\/activate\/([^/\s]+)/.exec(mail.text)?.[1];
  await askFor(200, application, "POST", "/api/user/activate/", { body: { activation_token } });
  if (params.office !== undefined)
    await application.command("appoint", "--email", email, "--role", params.office);
  const { access: token } = await askFor(200, application, "POST", "/api/user/login", {
    body: { email, password },
  });
  const { id } = await askFor(200, application, "GET", "/api/user/get_user_data", { token });
  return { username, email, password, token, id };
}

export type Officials = Record<"chairperson" | "treasurer" | "secGen", Member>;

/** The three officials, on a new application. */
export async function joinOfficials(application: Door): Promise<Officials> {
  const official = (number: number, office: string, [firstName, lastName]: [string, string]) =>
    joinGroup(application, { firstName, lastName, office, number });
  return {
    chairperson: await official(1, "chairperson", ["Charity", "Kilonzo"]),
    treasurer: await official(2, "treasurer", ["Tabitha", "Maina"]),
    secGen: await official(3, "sec-gen", ["Simon", "Were"]),
  };
}

/** A member, approved by the officials, with savings of KES 1,000. */
export async function joinWithSavings(application: Door, officials: Officials): Promise<Member> {
  const member = await joinGroup(application, { firstName: "Subira", lastName: "Mwangi" });
  await askFor(200, application, "POST", `/api/user/admin_manage_user/${member.id}/`, {
    token: officials.chairperson.token,
    body: { action: "approve" },
  });
  await addSavings(application, officials, { member, amount: 1000, reference: "SAVED-0001" });
  return member;
}

/** A contribution for this month, paid today and approved by both offices. */
export async function addSavings(
  application: Door,
  { treasurer, secGen }: Officials,
  { member, amount, reference }: { member: Member; amount: number; reference: string },
): Promise<void> {
  const post = (status: number, { token }: Member, path: string, body: object) =>
    askFor(status, application, "POST", path, { token, body });
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const { contribution } = await post(201, member, "/api/finances/monthly-contribution/", {
    amount_paid: amount,
    contribution_month: `${day.slice(0, 7)}-01`,
    payment_date: day,
    payment_Reference_Code: reference,
  });
  for (const official of [treasurer, secGen])
    await post(
      200,
      official,
      `/api/finances/monthly-contribution-approval/${contribution.contribution_id}/`,
      { action: "approved" },
    );
}

/** The session token of one of the demo group's people, by username. */
export async function signInToDemo(application: Application, username: string): Promise<string> {
  const { status, body } = await ask(application, "POST", "/api/user/login", {
    body: { email: `${username}@demo.example`, password: "mbuyu-wa-kale-1963" },
  });
  if (status !== 200) throw new Error(`${username}: ${status} ${JSON.stringify(body)}`);
  return body.access;
}
