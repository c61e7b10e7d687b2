import type { ReactNode } from "react";

type OpenButtonProps = { opens: "sign-in" | "sign-up"; className: string; children: ReactNode };

/**
 * A button that opens a modal of the island. Without JavaScript, or before it has arrived, it is a form that
 * leads to the sign-up page, or back here with the request to sign in.
 */
export function OpenButton({ opens, className, children }: OpenButtonProps) {
  return (
    <form action={opens === "sign-up" ? "/sign-up" : "/"}>
      {opens === "sign-in" && <input type="hidden" name="open" value="sign-in" />}
      <button type="submit" data-open={opens} className={className}>
        {children}
      </button>
    </form>
  );
}
