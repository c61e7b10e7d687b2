import { Hero } from "./hero.tsx";
import { Footer, Join } from "./join.tsx";
import { useLanding } from "./landing-texts.ts";
import { Services } from "./services.tsx";
import { Testimonials } from "./testimonials.tsx";
import { TopBar } from "./top-bar.tsx";

/** The landing page (SCR-2). Static: rendered at build, brought to life by main.ts, without React in the browser. */
export function LandingPage() {
  const { basics } = useLanding();
  return (
    <>
      <a href="#content" className="skip">
        {basics.skipToContent}
      </a>
      <TopBar />
      <main id="content">
        <Hero />
        <Services />
        <Testimonials />
        <Join />
      </main>
      <Footer />
    </>
  );
}
