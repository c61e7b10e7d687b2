import { Camera } from "lucide-react";
import { useRef } from "react";
import { useTranslations } from "use-intl";
import { uploadPhoto, type User } from "#contract/members.ts";
import { useAction } from "#web/api/use-action.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { showToast } from "#web/ui/toaster.tsx";

const types = ["image/png", "image/jpeg", "image/webp"];
const largestBytes = 2 * 1024 * 1024;

/** One's own photo: sent as soon as it is chosen (MEM-29). */
export function PhotoForm({ user, mayChange }: { user: User; mayChange: boolean }) {
  const text = useTranslations("profile");
  const input = useRef<HTMLInputElement>(null);
  const upload = useAction(uploadPhoto);
  const name = `${user.first_name} ${user.last_name}`;

  const send = async (file: File | undefined) => {
    if (file === undefined) return;
    if (!types.includes(file.type)) return showToast("error", text("photoType"));
    if (file.size > largestBytes) return showToast("error", text("photoTooLarge"));
    const form = new FormData();
    form.append("photo", file);
    await upload.run({ form });
  };

  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} photo={user.photo} size="large" />
      <div className="min-w-0">
        <p className="truncate text-lg font-semibold">{name}</p>
        {mayChange && (
          <>
            <input
              ref={input}
              type="file"
              accept={types.join(",")}
              hidden
              onChange={(event) => {
                void send(event.target.files?.[0]);
                // The same file may be chosen again.
                event.target.value = "";
              }}
            />
            <Button
              variant="secondary"
              icon={<Camera aria-hidden />}
              busy={upload.busy}
              className="mt-2"
              onClick={() => input.current?.click()}
            >
              {text(user.photo === null ? "choosePhoto" : "changePhoto")}
            </Button>
            <p className="mt-1 text-sm text-muted">{text("photoHelp")}</p>
          </>
        )}
      </div>
    </div>
  );
}
