import { createContext, useContext, type ReactNode } from "react";
import { auth } from "#web/messages/en/auth.ts";
import type { TextsOf } from "#web/ui/texts.tsx";

export type AuthTexts = TextsOf<typeof auth>;

const Texts = createContext<AuthTexts>(auth);

/** Gives these forms their words; English without it. They also run on the landing page, which has no message library. */
export function AuthTextsProvider({ texts, children }: { texts: AuthTexts; children: ReactNode }) {
  return <Texts value={texts}>{children}</Texts>;
}

export function useAuthTexts(): AuthTexts {
  return useContext(Texts);
}
