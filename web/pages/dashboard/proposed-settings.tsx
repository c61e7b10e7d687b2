// Weaker settings that wait, which every member may object to (MEM-28).
import { useState } from "react";
import { useTranslations } from "use-intl";
import type { SettingProposal } from "#endpoints/members.ts";
import { objectToProposal } from "#endpoints/proposals.ts";
import { personName } from "#domain/members/person-name.ts";
import { ReasonField } from "#web/api/reason-field.tsx";
import { useAction } from "#web/api/use-action.ts";
import { showFieldErrors, useForm } from "#web/api/use-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { formatMomentAndTime } from "#web/ui/day.ts";
import { Form, useUnsaved } from "#web/ui/form.tsx";
import { Modal } from "#web/ui/modal.tsx";

/** Each with what it changes, by whom and until when, and Object. */
export function SettingProposals({ settings }: { settings: readonly SettingProposal[] }) {
  const text = useTranslations("offices");
  const [open, setOpen] = useState<SettingProposal | null>(null);
  return (
    <>
      <ul className="space-y-4">
        {settings.map((setting) => (
          <li key={setting.id} className="rounded-control border border-line p-3">
            <p className="font-semibold wrap-anywhere">{setting.description}</p>
            <p className="text-sm text-muted">
              {text(setting.effective_at === null ? "settingNeedsAgreement" : "until", {
                by: personName(setting.proposed_by),
                proposed: formatMomentAndTime(setting.proposed_at),
                counts: formatMomentAndTime(setting.effective_at ?? setting.proposed_at),
              })}
            </p>
            {setting.objected_by.length > 0 && (
              <p className="text-sm wrap-anywhere">
                {text("objected", { names: setting.objected_by.map(personName).join(", ") })}
              </p>
            )}
            {setting.may.length > 0 && (
              <div className="mt-3 flex">
                <Button variant="secondary" onClick={() => setOpen(setting)}>
                  {text("object")}
                  <span className="sr-only">{`: ${setting.description}`}</span>
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Modal
        open={open !== null}
        onClose={() => setOpen(null)}
        title={text("settingTitle")}
        width="small"
      >
        {open && <ObjectToSetting setting={open} onDone={() => setOpen(null)} />}
      </Modal>
    </>
  );
}

function ObjectToSetting({ setting, onDone }: { setting: SettingProposal; onDone: () => void }) {
  const text = useTranslations("offices");
  const object = useAction(objectToProposal);
  const form = useForm<{ reason: string }>({ defaultValues: { reason: "" } });
  useUnsaved(form.formState.isDirty);
  const submit = form.handleSubmit(async ({ reason }) => {
    const outcome = await object.run({ params: { id: setting.id }, body: { reason } });
    if (outcome.ok) onDone();
    else showFieldErrors(form, outcome.error.errors);
  });
  return (
    <Form onSubmit={submit}>
      <p className="wrap-anywhere">{setting.description}</p>
      <ReasonField
        control={form.control}
        name="reason"
        label={text("reason")}
        help={text("reasonHelp")}
        required={text("reasonRequired")}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" busy={object.busy} className="w-full sm:w-auto">
          {text("object")}
        </Button>
      </div>
    </Form>
  );
}
