import { useTranslations } from "use-intl";
import { passwordForm } from "#domain/members/password-form.ts";
import { changePassword } from "#endpoints/auth.ts";
import { getMyFigures } from "#endpoints/opening.ts";
import { getNoticeChoices, getPushDevices } from "#endpoints/notices.ts";
import { getTwoStep } from "#endpoints/two-step.ts";
import { getProfile } from "#endpoints/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useEndpoint } from "#web/api/use-query.ts";
import { ProfileForm, PhotoForm } from "#web/features/profile/profile-form.tsx";
import { SessionsList } from "#web/features/profile/sessions-list.tsx";
import { useMember } from "#web/features/session/session.tsx";
import { loadWords } from "#web/messages/words.ts";
import { Button } from "#web/ui/button.tsx";
import { PasswordField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { afterPaint, onDemand } from "#web/ui/on-demand.tsx";
import { Alert, LoadProblem } from "#web/ui/alert.tsx";
import { Card, Facts } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import type { PageLoader } from "#web/pages/page.ts";
import { ProposedOffices } from "../proposed-offices.tsx";
import { useDashboardTitle } from "../page-frame.tsx";

const TwoStepPart = onDemand(
  "two-step",
  async () => (await import("#web/features/two-step/two-step-part.tsx")).TwoStepPart,
);

const MyFigures = afterPaint("own-figures-of-the-book", async () => {
  const [part] = await Promise.all([
    import("#web/features/opening/my-figures-part.tsx"),
    loadWords("figures"),
  ]);
  return part.MyFiguresPart;
});

const NoticeChoices = afterPaint("notice-choices", async () => {
  const [part] = await Promise.all([
    import("#web/features/notices/choices-part.tsx"),
    loadWords("notices"),
  ]);
  return part.ChoicesPart;
});

/** One's own details, password and sessions (MEM-29). */
export function ProfilePage() {
  const text = useTranslations("profile");
  const { user } = useMember();
  useDashboardTitle(text("title"));

  return (
    <>
      <PageHeader title={text("title")} subtitle={text("subtitle")} />
      <div className="grid items-start gap-4 md:gap-6 lg:grid-cols-[1fr_2fr]">
        <WhoIAm />
        <div className="min-w-0 space-y-4 md:space-y-6">
          <ProposedOffices of={user.id} />
          <Card title={text("details")}>
            <MyDetails />
          </Card>
          <Card title={text("password")}>
            <ChangePasswordForm username={user.email ?? user.phone} />
          </Card>
          <Card title={text("twoStep")}>
            <TwoStepPart />
          </Card>
          <Card title={text("sessions")}>
            <SessionsList />
          </Card>
          <NoticeChoices waiting={<Skeleton className="h-96" />} />
          <MyFigures waiting={null} />
        </div>
      </div>
    </>
  );
}

function WhoIAm() {
  const text = useTranslations("profile");
  const { offices } = useUiTexts();
  const { user, may } = useMember();
  return (
    <Card>
      <PhotoForm user={user} mayChange={may("own.write")} />
      <div className="mt-4">
        <Facts
          facts={[
            { label: text("username"), value: user.username },
            { label: text("regNumber"), value: user.reg_number },
            {
              label: text("role"),
              value: user.user_groups.map((office) => offices[office]).join(", ") || text("member"),
            },
          ]}
        />
      </div>
    </Card>
  );
}

/** To change, or to read for whoever may change nothing. */
function MyDetails() {
  const text = useTranslations("profile");
  const { user, may } = useMember();
  const found = useEndpoint(getProfile);
  if (!may("own.write"))
    return (
      <div className="space-y-4">
        <Alert tone="note">{text("readOnly")}</Alert>
        <Facts
          facts={[
            { label: text("phone"), value: user.phone },
            { label: text("email"), value: <span className="break-all">{user.email}</span> },
          ]}
        />
      </div>
    );
  if (found.isError)
    return <LoadProblem detail={found.error.detail} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <Skeleton className="h-56" />;
  return (
    <ProfileForm
      // A new key resets the form when a new address is confirmed, so that it does not ask to change it back.
      key={found.data.user.email}
      user={found.data.user}
      pendingEmail={found.data.pending_email}
    />
  );
}

ProfilePage.loader = ((prefetch) => {
  prefetch(getProfile);
  ProposedOffices.loader(prefetch);
  prefetch(getTwoStep);
  SessionsList.loader(prefetch);
  prefetch(getNoticeChoices);
  prefetch(getPushDevices);
  prefetch(getMyFigures);
}) satisfies PageLoader;

type Fields = { current_password: string; new_password: string; confirm_new_password: string };

const empty: Fields = { current_password: "", new_password: "", confirm_new_password: "" };

/** Changes one's own password, which ends every other session (MEM-9). */
function ChangePasswordForm({ username }: { username: string }) {
  const text = useTranslations("profile");
  const change = useAction(changePassword);
  const form = useForm<Fields>({ defaultValues: empty });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);

  const submit = form.handleSubmit(async (fields) => {
    const outcome = await change.run({ body: fields });
    if (outcome.ok) form.reset(empty);
    else showFieldErrors(form, outcome.error.errors);
  });

  const field = (name: keyof Fields, label: string, autoComplete: string) => ({
    label,
    autoComplete,
    error: errors[name]?.message,
    ...form.register(name, {
      validate: (value, { new_password }) => {
        if (value === "") return text("required", { label });
        const isSame = passwordForm(value) === passwordForm(new_password);
        return name !== "confirm_new_password" || isSame || text("passwordsDiffer");
      },
    }),
  });

  return (
    <Form onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <PasswordField {...field("current_password", text("currentPassword"), "current-password")} />
      <PasswordField
        {...field("new_password", text("newPassword"), "new-password")}
        help={text("newPasswordHelp")}
      />
      <PasswordField {...field("confirm_new_password", text("confirmPassword"), "new-password")} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">{text("passwordNote")}</p>
        <Button type="submit" busy={change.busy} className="w-full sm:w-auto">
          {text("changePassword")}
        </Button>
      </div>
    </Form>
  );
}
