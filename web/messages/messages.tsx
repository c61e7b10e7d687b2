// Every word of the signed-in application, by language; English is the only one so far.
import type { ReactNode } from "react";
import { IntlProvider } from "use-intl";
import { approvals } from "./en/approvals.ts";
import { contributions } from "./en/contributions.ts";
import { dashboard } from "./en/dashboard.ts";
import { home } from "./en/home.ts";
import { members } from "./en/members.ts";
import { reports } from "./en/reports.ts";

const english = { approvals, contributions, dashboard, home, members, reports };

declare module "use-intl" {
  interface AppConfig {
    Locale: "en";
    Messages: typeof english;
  }
}

export function MessagesProvider({ children }: { children: ReactNode }) {
  return (
    <IntlProvider locale="en" messages={english} timeZone="Africa/Nairobi">
      {children}
    </IntlProvider>
  );
}
