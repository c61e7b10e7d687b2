import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import type { LeftToDo } from "#contract/members.ts";
import { sendTestMail } from "#endpoints/setup.ts";
import { useAction } from "#web/api/use-action.ts";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";

type LeftToDoProps = { left: readonly LeftToDo[]; email: string };

/** What is left of the setup, on the home of the office that does it (MEM-38). */
export function LeftToDoCard(props: LeftToDoProps) {
  const text = useTranslations("setup");
  return (
    <Card title={text("leftTitle")}>
      <LeftToDoList {...props} />
    </Card>
  );
}

export function LeftToDoList({ left, email }: LeftToDoProps) {
  const text = useTranslations("setup");
  const mailed = left.includes("no_mail") ? "no" : "yes";
  return (
    <ul aria-label={text("leftTitle")} className="divide-y divide-line">
      {left.map((each) => (
        <li
          key={each}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-56">
            <p className="font-semibold">{text(`left.${each}.title`)}</p>
            <p className="text-muted">{text(`left.${each}.text`, { email, mailed })}</p>
          </div>
          <Way of={each} />
        </li>
      ))}
    </ul>
  );
}

/** The link to the page that does it; none if it is done outside of the application. */
function Way({ of }: { of: LeftToDo }) {
  const text = useTranslations("setup");
  const test = useAction(sendTestMail);
  const look = buttonClass("secondary", "flex-none");
  const office = text(of.startsWith("treasurer") ? "offices.treasurer" : "offices.sec-gen");
  switch (of) {
    case "treasurer":
    case "sec_gen":
      return (
        <Link className={look} to="/dashboard/admin/invitations">
          {text("invite")}
          <span className="sr-only">{` ${office}`}</span>
        </Link>
      );
    case "treasurer_invited":
    case "sec_gen_invited":
      return (
        <Link className={look} to="/dashboard/admin/invitations">
          {text("seeInvitation")}
          <span className="sr-only">{` ${office}`}</span>
        </Link>
      );
    case "begins":
      return (
        <a className={look} href="/setup">
          {text("goOn")}
        </a>
      );
    case "test_mail":
      return (
        <Button variant="secondary" busy={test.busy} onClick={() => void test.run({})}>
          {text("sendTest")}
        </Button>
      );
    case "confirm_email":
      return (
        <Link className={look} to="/dashboard/profile">
          {text("changeEmail")}
        </Link>
      );
    case "bring_books":
      return (
        <Link className={look} to="/dashboard/accounting/opening">
          {text("bringBooks")}
        </Link>
      );
    case "accept_books":
    case "confirm_claims":
      return (
        <Link className={look} to="/dashboard/accounting/opening">
          {text("goOn")}
          <span className="sr-only">{` ${text(`left.${of}.title`)}`}</span>
        </Link>
      );
    case "no_mail":
      return null;
  }
}
