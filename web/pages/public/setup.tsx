import { useGroupName } from "#web/api/group-name.ts";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl";
import { getUserData } from "#endpoints/members.ts";
import { getSetup } from "#endpoints/setup.ts";
import { ApiError, call } from "#web/api/call.ts";
import { readSessionToken, storeSessionToken } from "#web/api/session-token.ts";
import { useEndpoint } from "#web/api/use-query.ts";
import type { SignUpFields } from "#web/features/auth/auth-forms.ts";
import { SignUpForm } from "#web/features/auth/sign-up-form.tsx";
import { InviteForm } from "#web/features/invitations/invite-form.tsx";
import { firstStepLeft } from "#web/features/setup/first-step-left.ts";
import {
  BooksStep,
  forgetSetupDraft,
  GroupStep,
  keepSetupDraft,
  readSetupDraft,
  SetupSteps,
  stepNames,
  type Terms,
} from "#web/features/setup/setup-steps.tsx";
import { LeftToDoList } from "#web/features/setup/left-to-do.tsx";
import { spokenWords } from "#web/messages/words.ts";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { WideFrame } from "./public-frame.tsx";

/** /setup#{token}: five steps from an empty database to a group with its officials (MEM-32, MEM-33, MEM-38). */
export function SetupPage() {
  const text = useTranslations("setup");
  const [wasSignedIn] = useState(readSessionToken() !== null);
  const [hasFounded, setHasFounded] = useState(false);
  const group = useEndpoint(getSetup).data;
  // The group has no name to show before it is founded: the first step asks for it.
  return (
    <WideFrame title={text("title")} group={group?.open === false ? group.group_name : undefined}>
      {wasSignedIn || hasFounded ? (
        <LaterSteps isComeTo={hasFounded} />
      ) : (
        <FirstSteps onFounded={() => setHasFounded(true)} />
      )}
    </WideFrame>
  );
}

const usual = (): Terms => ({
  group_name: "",
  bank_name: "",
  monthly_contribution: "1000",
  late_fine_after_months: "3",
  late_fine_amount: "100",
  financial_year_start: "01-01",
  language: spokenWords().language,
});

/** Steps 1 and 2: the group and its Chairperson, for anybody who has the link. */
function FirstSteps({ onFounded }: { onFounded: () => void }) {
  const text = useTranslations("setup");
  const [draft] = useState(readSetupDraft);
  const [step, setStep] = useState(draft.step === 2 && draft.terms !== undefined ? 2 : 1);
  const [terms, setTerms] = useState<Terms>({ ...usual(), ...draft.terms });
  const [refused, setRefused] = useState<Record<string, string[]>>({});
  const { data, error, refetch } = useEndpoint(getSetup);
  const token = window.location.hash.slice(1);
  const typeTerms = useCallback((typed: Terms) => keepSetupDraft({ terms: typed }), []);
  const typeChairperson = useCallback(
    (typed: Partial<SignUpFields>) => keepSetupDraft({ chairperson: typed }),
    [],
  );
  const go = (next: number) => {
    setStep(next);
    keepSetupDraft({ step: next });
  };

  if (error !== null) return <LoadProblem detail={error.detail} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-96" />;
  if (!data.open)
    return (
      <Alert
        tone="note"
        title={text("closedTitle", { group: data.group_name })}
        action={
          <a className={buttonClass("primary")} href="/?open=sign-in">
            {text("signIn")}
          </a>
        }
      >
        {text("closedText")}
      </Alert>
    );
  if (token === "")
    return (
      <Alert tone="waiting" title={text("noLinkTitle")}>
        {text("noLinkText")}
      </Alert>
    );

  const found = async (chairperson: SignUpFields) => {
    setRefused({});
    try {
      const answer = await call<{ detail: string; access: string }>("POST", "/api/setup/", {
        body: { token, group: terms, chairperson },
      });
      storeSessionToken(answer.access);
      keepSetupDraft({ step: 3, chairperson: {} });
      window.history.replaceState(null, "", "/setup");
      return answer;
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem;
      const errors = Object.entries(problem.errors);
      const ofGroup = errors.filter(([field]) => field.startsWith("group."));
      if (ofGroup.length > 0) {
        setRefused(Object.fromEntries(ofGroup));
        go(1);
      }
      const own = errors.map(([field, faults]) => [field.replace("chairperson.", ""), faults]);
      throw new ApiError(problem.status, problem.detail, Object.fromEntries(own));
    }
  };

  return (
    <Step number={step}>
      {step === 1 ? (
        <GroupStep
          terms={terms}
          errors={refused}
          onTyped={typeTerms}
          onDone={(done) => {
            setTerms(done);
            go(2);
          }}
        />
      ) : (
        <>
          <SignUpForm
            send={found}
            onSignedUp={onFounded}
            submitLabel={text("found", { group: terms.group_name })}
            known={{ RegNo: "", ...(readSetupDraft().chairperson as Partial<SignUpFields>) }}
            onTyped={typeChairperson}
          />
          <Button variant="quiet" className="mt-4" onClick={() => go(1)}>
            {text("back")}
          </Button>
        </>
      )}
    </Step>
  );
}

/**
 * Steps 3 to 5, for the signed-in Chairperson. Steps that are skipped appear on their home. `isComeTo`: after step 2.
 */
function LaterSteps({ isComeTo }: { isComeTo: boolean }) {
  const text = useTranslations("setup");
  const group = useEndpoint(getSetup);
  const user = useEndpoint(getUserData);
  const [chosen, setChosen] = useState<number | null>(null);
  const pageName = useGroupName();
  const groupName = group.data?.group_name ?? pageName;

  if (user.error !== null)
    return <LoadProblem detail={user.error.detail} onRetry={() => void user.refetch()} />;
  if (user.data === undefined) return <Skeleton className="h-96" />;
  const left = user.data.left_to_do ?? [];
  // The step stays while its invitations are made: they are no longer left, and their links are still to be copied.
  if (chosen === null) setChosen(firstStepLeft(left));
  const step = chosen ?? firstStepLeft(left);
  if (!user.data.user_groups.includes("Chairperson") || (left.length === 0 && step < 5))
    return (
      <Alert tone="good" title={text("closedTitle", { group: groupName })} action={<HomeWay />}>
        {text("nothingLeft")}
      </Alert>
    );
  const hasMail = !left.includes("no_mail");
  return (
    <Step number={step} isComeTo={isComeTo}>
      {step === 3 && (
        <div className="space-y-6">
          {(["treasurer", "sec-gen"] as const).map((role) => (
            <section key={role}>
              <h3 className="mb-3 font-semibold">{text(`offices.${role}`)}</h3>
              <InviteForm groupName={groupName} role={role} />
            </section>
          ))}
          <Next onNext={() => setChosen(4)} />
        </div>
      )}
      {step === 4 && <BooksStep onDone={() => setChosen(5)} />}
      {step === 5 && (
        <div className="space-y-6">
          {!hasMail && (
            <Alert tone="waiting" title={text("noMailTitle")}>
              {text("noMailText")}
            </Alert>
          )}
          {left.length === 0 ? (
            <p>{text("nothingLeft")}</p>
          ) : (
            <LeftToDoList left={left} email={user.data.email ?? ""} />
          )}
          <div className="flex justify-end">
            <HomeWay />
          </div>
        </div>
      )}
    </Step>
  );
}

function Next({ onNext }: { onNext: () => void }) {
  const text = useTranslations("setup");
  return (
    <div className="flex justify-end border-t border-line pt-4">
      <Button onClick={onNext} className="w-full sm:w-auto">
        {text("next")}
      </Button>
    </div>
  );
}

function HomeWay() {
  const text = useTranslations("setup");
  return (
    <a className={buttonClass("primary")} href="/dashboard" onClick={forgetSetupDraft}>
      {text("toHome")}
    </a>
  );
}

/**
 * One step. Its heading takes the focus when the user goes to it; with `isComeTo` also if it is the first step shown.
 */
function Step({
  number,
  isComeTo = false,
  children,
}: {
  number: number;
  isComeTo?: boolean;
  children: ReactNode;
}) {
  const text = useTranslations("setup");
  const name = stepNames[number - 1] ?? "group";
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(isComeTo ? 0 : number);
  useEffect(() => {
    if (shown.current !== number) heading.current?.focus();
    shown.current = number;
  }, [number]);
  return (
    <div className="space-y-6">
      <SetupSteps current={number} />
      <Card>
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          {text("stepOf", { number: String(number), name: text(`steps.${name}`) })}
        </h2>
        <p className="mt-1 mb-6 max-w-prose text-muted">{text(`meaning.${name}`)}</p>
        {children}
      </Card>
    </div>
  );
}
