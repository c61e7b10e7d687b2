// The officials of the demo group and a member, signed in as a script would.
import type { Application } from "./application.ts";
import { ask } from "./people.ts";

/** The session token of one of the demo group's people, by username. */
export async function signInToDemo(application: Application, username: string): Promise<string> {
  const { status, body } = await ask(application, "POST", "/api/user/login", {
    body: { email: `${username}@demo.example`, password: "mbuyu-wa-kale-1963" },
  });
  if (status !== 200) throw new Error(`${username}: ${status} ${JSON.stringify(body)}`);
  return body.access;
}
