import { Mark } from "#web/ui/empty-state.tsx";
import { HandsIllustration } from "#web/ui/illustrations.tsx";
import { useLanding } from "./landing-texts.ts";
import { OpenButton } from "./open-button.tsx";
import { Anchors, GroupName, LanguageLinks } from "./top-bar.tsx";

export function Join() {
  const { texts } = useLanding();
  return (
    <section id="join" className="join" aria-labelledby="join-heading">
      <div className="join-in">
        <div>
          <h2 id="join-heading">{texts.joinHeading}</h2>
          <p>{texts.joinText}</p>
          <OpenButton opens="sign-up" className="button marigold large">
            {texts.joinButton}
          </OpenButton>
        </div>
        <HandsIllustration className="hands" />
      </div>
    </section>
  );
}

export function Footer() {
  const { texts } = useLanding();
  return (
    <footer className="foot">
      <p>
        <Mark className="mark" />
        <span>
          © <span data-year /> <GroupName />. {texts.rights}
        </span>
      </p>
      <div className="foot-links">
        <Anchors />
        <a href="/check">{texts.checkProof}</a>
        <LanguageLinks />
      </div>
    </footer>
  );
}
