import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslations } from "use-intl";
import { signIn } from "#contract/auth.ts";
import { ApiError, clearSession, storeSessionToken } from "#web/api/call.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import { Button } from "#web/ui/button.tsx";
import { FormErrors } from "#web/ui/form-errors.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { PasswordField } from "#web/ui/password-field.tsx";
import { leaveForStart } from "./leave-for-start.ts";
import { useSession } from "./session.tsx";

/** Over a half-filled form when the session has ended: sign in again and nothing typed is lost. */
export function SignInAgain() {
  const text = useTranslations("dashboard.session");
  const { hasEnded, user, resume } = useSession();
  const form = useForm({ defaultValues: { password: "" } });
  const [refusal, setRefusal] = useState<string>();
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ password }) => {
    setRefusal(undefined);
    try {
      const { access } = await callEndpoint(signIn, {
        body: { email: user?.email ?? "", password },
        ignoreLoading: true,
      });
      storeSessionToken(access);
      form.reset();
      resume();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error.status === 401 ? text("wrong") : error.detail);
    }
  });

  return (
    <Modal
      open={hasEnded}
      onClose={resume}
      title={text("endedTitle")}
      description={text("endedText", { username: user?.username ?? "" })}
      width="small"
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        <FormErrors title={refusal} />
        <PasswordField
          label={text("password")}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register("password", { required: text("passwordRequired") })}
        />
        <Button type="submit" busy={isSubmitting}>
          {text("goOn")}
        </Button>
        <Button variant="quiet" onClick={leave}>
          {text("leave")}
        </Button>
      </form>
    </Modal>
  );
}

function leave(): void {
  clearSession();
  leaveForStart();
}
