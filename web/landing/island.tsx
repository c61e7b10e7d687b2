import { useState, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { useAuthTexts } from "#web/features/auth/auth-forms.ts";
import { ResetRequest } from "#web/features/auth/email-form.tsx";
import { SignInForm } from "#web/features/auth/sign-in-form.tsx";
import { SignUpForm, SignedUp } from "#web/features/auth/sign-up-form.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { Toaster } from "#web/ui/toaster.tsx";
import "#web/styles/island.css";

type Door = "sign-in" | "sign-up" | "reset";

let door: Door | undefined;
const listeners = new Set<() => void>();

/** Opens a modal over the landing page; undefined closes the open one. */
export function open(next: Door | undefined): void {
  door = next;
  start();
  for (const listener of listeners) listener();
}

/** Mounts the island once: the toaster and the open modal. */
export function start(): void {
  if (document.getElementById("island")) return;
  const index = document.createElement("div");
  index.id = "island";
  document.body.append(index);
  createRoot(index).render(<Island />);
}

function Island() {
  const texts = useAuthTexts();
  const opened = useSyncExternalStore(subscribe, () => door);
  const [signedUp, setSignedUp] = useState<string>();

  return (
    <>
      <Toaster />
      <Modal open={opened === "sign-in"} onClose={close} title={texts.signIn.title} width="small">
        <SignInForm
          onForgot={() => open("reset")}
          onSignUp={() => open("sign-up")}
          onSignedIn={() => location.assign("/dashboard")}
        />
      </Modal>
      <Modal open={opened === "sign-up"} onClose={close} title={texts.signUp.title} width="large">
        {signedUp === undefined ? (
          <SignUpForm onSignedUp={setSignedUp} />
        ) : (
          <SignedUp email={signedUp} />
        )}
      </Modal>
      <Modal open={opened === "reset"} onClose={close} title={texts.reset.title} width="small">
        <ResetRequest />
      </Modal>
    </>
  );
}

function close(): void {
  open(undefined);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
