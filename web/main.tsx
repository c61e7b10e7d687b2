// Entry of app.html: every route but the landing page.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { config } from "zod/mini";
import { startWords } from "#web/messages/words.ts";
import { App } from "./app/app.tsx";
import { awaitInstallOffer } from "./app/install-offer.ts";

// The content security policy forbids compiling validators from strings.
config({ jitless: true });

awaitInstallOffer();

const root = document.getElementById("root");
if (root === null) throw new Error("app.html has no #root");
await startWords();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
