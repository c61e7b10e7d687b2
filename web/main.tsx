// Entry of app.html: every route but the landing page.
import { storedFirst } from "./app/begin.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#web/api/query-client.ts";
import { showStored } from "#web/api/stored/first.ts";
import { startWords } from "#web/messages/words.ts";
import { App } from "./app/app.tsx";
import { awaitInstallOffer } from "./app/install-offer.ts";
import { showTheme } from "#web/ui/theme.ts";
import { askAgainAtOnce, askWhoIsSignedIn } from "./app/start-up.ts";

const patienceMs = 200;

awaitInstallOffer();
showTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
await startWords();
const queries = createQueryClient();
askWhoIsSignedIn(queries);
// Nothing hangs on it: where the device is slow to read, the figures come with the server's answers or when it is done.
const showFirst = async () => {
  showStored(queries, await storedFirst);
  askAgainAtOnce(queries);
};
await Promise.race([showFirst(), new Promise((resolve) => setTimeout(resolve, patienceMs))]);
const application = createRoot(root);
// As a transition it is drawn in short pieces.
startTransition(() =>
  application.render(
    <StrictMode>
      <App queries={queries} />
    </StrictMode>,
  ),
);
