// The words of the whole application in one language: pages by use-intl, the interface's parts and the forms of sign-in by
// objects of their own, since they also run on the landing page, which has no message library.
import type { ReactNode } from "react";
import { AuthTextsProvider } from "#web/features/auth/auth-texts.tsx";
import { auth } from "#web/messages/en/auth.ts";
import { ui } from "#web/messages/en/ui.ts";
import { MessagesProvider } from "#web/messages/messages.tsx";
import { UiTextsProvider } from "#web/ui/texts.tsx";

export function Language({ children }: { children: ReactNode }) {
  return (
    <MessagesProvider>
      <UiTextsProvider texts={ui}>
        <AuthTextsProvider texts={auth}>{children}</AuthTextsProvider>
      </UiTextsProvider>
    </MessagesProvider>
  );
}
