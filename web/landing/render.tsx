import { renderToString } from "react-dom/server";
import { LandingPage } from "./page.tsx";

/** The landing page as HTML, for the build. */
export function renderLanding(): string {
  return renderToString(<LandingPage />);
}
