// A merry-go-round before its draw: who has joined, and joining with a word (ROT-2).
import { useTranslations } from "use-intl";
import { drawRotation, joinRotation, leaveRotation, type Rotation } from "#endpoints/rotations.ts";
import { rotationMembersLeast } from "#domain/rotation/turn-days.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { useAction } from "#web/api/use-action.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Form, useUnsaved } from "#web/ui/form.tsx";

type JoiningProps = {
  rotation: Rotation;
  /** Whether the caller has joined. */
  isIn: boolean;
  mayTakePart: boolean;
  mayManage: boolean;
};

export function Joining({ rotation, isIn, mayTakePart, mayManage }: JoiningProps) {
  const text = useTranslations("rotations.join");
  const leave = useAction(leaveRotation);
  const draw = useAction(drawRotation);
  const params = { id: rotation.id };
  const { members } = rotation;
  return (
    <div className="space-y-4">
      <p className="font-semibold">{text("joined", { count: members.length })}</p>
      {members.length > 0 && (
        <ul className="list-disc ps-5 wrap-anywhere">
          {members.map(({ member }) => (
            <li key={member.id}>{member.full_name}</li>
          ))}
        </ul>
      )}
      {mayTakePart && !isIn && <JoinForm id={rotation.id} />}
      {isIn && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{text("isIn")}</p>
          <Button variant="quiet" busy={leave.busy} onClick={() => void leave.run({ params })}>
            {text("leave")}
          </Button>
        </div>
      )}
      {mayManage && (
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {text("drawText", { least: String(rotationMembersLeast) })}
          </p>
          <Button
            variant="secondary"
            disabled={members.length < rotationMembersLeast}
            busy={draw.busy}
            onClick={() => void draw.run({ params })}
            className="sm:self-start"
          >
            {text("draw")}
          </Button>
        </div>
      )}
    </div>
  );
}

function JoinForm({ id }: { id: number }) {
  const text = useTranslations("rotations.join");
  const join = useAction(joinRotation);
  const form = useForm({ defaultValues: { word: "" } });
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit(async (body) => {
    const outcome = await join.run({ params: { id }, body });
    if (outcome.ok) form.reset();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <TextField
        label={text("word")}
        help={text("help")}
        maxLength={40}
        error={errors.word?.message}
        {...form.register("word", {
          validate: (word) => word.trim() !== "" || text("required"),
        })}
      />
      <Button type="submit" busy={join.busy} className="sm:self-end">
        {text("submit")}
      </Button>
    </Form>
  );
}
