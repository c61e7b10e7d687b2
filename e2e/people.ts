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

let people = 0;

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
  params: { firstName: string; lastName: string; office?: string },
): Promise<Member> {
  const number = ++people;
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

/** An approved member with savings of KES 1,000. */
export async function joinWithSavings(application: Door): Promise<Member> {
  return (await foundWithSavings(application)).member;
}

/** The same member, and the officials who approved them. */
export async function foundWithSavings(
  application: Door,
): Promise<Record<"member" | "chairperson" | "treasurer" | "secGen", Member>> {
  const office = (firstName: string, title: string) =>
    joinGroup(application, { firstName, lastName: "Mutua", office: title });
  const chairperson = await office("Nekesa", "chairperson");
  const treasurer = await office("Kilonzo", "treasurer");
  const secGen = await office("Awuor", "sec-gen");
  const member = await joinGroup(application, { firstName: "Subira", lastName: "Mwangi" });
  const post = (status: number, { token }: Member, path: string, body: object) =>
    askFor(status, application, "POST", path, { token, body });
  await post(200, chairperson, `/api/user/admin_manage_user/${member.id}/`, { action: "approve" });
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: "Africa/Nairobi" }).format();
  const { contribution } = await post(201, member, "/api/finances/monthly-contribution/", {
    amount_paid: 1000,
    contribution_month: `${day.slice(0, 7)}-01`,
    payment_date: day,
    payment_Reference_Code: "SAVED-0001",
  });
  for (const official of [treasurer, secGen])
    await post(
      200,
      official,
      `/api/finances/monthly-contribution-approval/${contribution.contribution_id}/`,
      { action: "approved" },
    );
  return { member, chairperson, treasurer, secGen };
}

/** The session token of one of the demo group's people, by username. */
export async function signInToDemo(application: Application, username: string): Promise<string> {
  const { status, body } = await ask(application, "POST", "/api/user/login", {
    body: { email: `${username}@demo.example`, password: "mbuyu-wa-kale-1963" },
  });
  if (status !== 200) throw new Error(`${username}: ${status} ${JSON.stringify(body)}`);
  return body.access;
}
