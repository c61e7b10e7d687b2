// The addresses of contract/setup.ts, and all that the browser has of these endpoints.
import type { Address } from "../endpoint.ts";

export const getSetup: Address = { method: "GET", path: "/api/setup/" };
export const setUpGroup: Address = { method: "POST", path: "/api/setup/" };
export const sayHowGroupBegins: Address = { method: "POST", path: "/api/setup/begins/" };
export const sendTestMail: Address = {
  method: "POST",
  path: "/api/setup/test-mail/",
  movesMoney: true,
};
