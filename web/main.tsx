// Entry of app.html: every route but the landing page.
import "./app/begin.ts";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "#web/api/query-client.ts";
import { startWords } from "#web/messages/words.ts";
import { App } from "./app/app.tsx";
import { awaitInstallOffer } from "./app/install-offer.ts";
import { showTheme } from "#web/ui/theme.ts";
import { askWhoIsSignedIn } from "./app/start-up.ts";

awaitInstallOffer();
showTheme();

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
await startWords();
const queries = createQueryClient();
askWhoIsSignedIn(queries);
const application = createRoot(root);
// As a transition it is drawn in short pieces.
startTransition(() =>
  application.render(
    <StrictMode>
      <App queries={queries} />
    </StrictMode>,
  ),
);
