import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { ReplyOf } from "#contract/endpoint.ts";
import { openInvitation } from "#contract/invitations.ts";
import { callEndpoint } from "#web/api/call-endpoint.ts";
import type { ApiError } from "#web/api/call.ts";
import { signUp, type SignUpFields } from "#web/features/auth/auth-calls.ts";
import { SignUpForm } from "#web/features/auth/sign-up-form.tsx";
import { SignedUp } from "#web/features/auth/signed-up.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useUiTexts } from "#web/ui/texts.tsx";
import { WideFrame } from "./public-frame.tsx";

type Opened = ReplyOf<typeof openInvitation>;

/** /join/{token}: the sign-up form of whoever was invited, with who invites them to which group (MEM-34). */
export function JoinPage() {
  const { token } = useParams({ from: "/join/$token" });
  const text = useTranslations("invitations");
  const [email, setEmail] = useState<string>();
  const { data, error } = useQuery<Opened, ApiError>({
    queryKey: [openInvitation.path, token],
    queryFn: () => callEndpoint(openInvitation, { body: { invitation: token } }),
    retry: false,
    staleTime: Infinity,
  });
  if (email !== undefined)
    return (
      <WideFrame
        title={text("joinTitle", { group: data?.group_name ?? "" })}
        group={data?.group_name}
      >
        <SignedUp email={email} waits={data?.kind !== "person"} />
      </WideFrame>
    );
  return (
    <WideFrame
      title={data === undefined ? text("title") : text("joinTitle", { group: data.group_name })}
      group={data?.group_name}
    >
      {error !== null ? (
        <Alert tone="bad" live title={text("deadTitle")}>
          {error.detail}
        </Alert>
      ) : data === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <Form invitation={data} token={token} onSignedUp={setEmail} />
      )}
    </WideFrame>
  );
}

function Form(props: { invitation: Opened; token: string; onSignedUp: (email: string) => void }) {
  const { invitation, token, onSignedUp } = props;
  const text = useTranslations("invitations");
  const { offices } = useUiTexts();
  const { group_name: group, invited_by: by, role, kind, claims } = invitation;
  return (
    <>
      <p className="mb-6 max-w-prose text-lg">
        {role === null
          ? text("joinText", { by, group })
          : text("joinAs", { by, group, office: offices[role] })}{" "}
        <span className="text-muted">{text(kind === "person" ? "joinAtOnce" : "joinWaits")}</span>
      </p>
      {claims !== null && (
        <div className="mb-6">
          <Alert tone="note" title={text("claimTitle")}>
            {text("claimText")}
          </Alert>
        </div>
      )}
      <SignUpForm
        onSignedUp={(email) => onSignedUp(email.trim() || (claims?.email ?? ""))}
        send={(fields) => signUp({ ...fields, invitation: token })}
        known={claims === null ? knownOf(invitation) : claimedOf(claims, invitation)}
        isBound={invitation.reg_number !== null}
        {...(claims === null
          ? {}
          : {
              masked: {
                email: invitation.email === null ? claims.email : null,
                phone: invitation.phone === null ? claims.phone : null,
                help: (masked: string) => text("claimKnown", { masked }),
              },
            })}
      />
    </>
  );
}

/** What the Chairperson wrote down, to be looked over: a name of two words is a first and a last name. */
function knownOf({ name, email, phone, reg_number }: Opened): Partial<SignUpFields> {
  const [first = "", ...rest] = (name ?? "").split(" ");
  return {
    first_name: first,
    last_name: rest.join(" "),
    email: email ?? "",
    phone: phone ?? "",
    RegNo: reg_number ?? "",
  };
}

/** What the group's book has of whoever claims their account; what is masked is not typed again. */
function claimedOf(
  claims: NonNullable<Opened["claims"]>,
  { email, phone }: Opened,
): Partial<SignUpFields> {
  const { first_name, last_name, username, reg_number: RegNo } = claims;
  return { first_name, last_name, username, RegNo, email: email ?? "", phone: phone ?? "" };
}
