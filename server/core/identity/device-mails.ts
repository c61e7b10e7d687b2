// The words of the mail about a sign-in from a device that was not used before.
import { deviceName } from "#domain/members/device-name.ts";
import type { Mail } from "#server/core/mail/mail.ts";
import { sayMoment, writeMail, type Addressee } from "#server/core/mail/write-mail.ts";

/** `device` is what it says of itself. */
export function newDeviceMail(
  to: Addressee,
  groupName: string,
  { now, device, publicUrl }: { now: Date; device: string; publicUrl: string },
): Mail {
  const when = sayMoment(now);
  const known = deviceName(device);
  return writeMail(to, groupName, {
    en: [
      `New sign-in to your ${groupName} account`,
      `Somebody signed in to your account on ${when.en} from a device that has not been used for it before: ${known ?? "a device that does not say what it is"}.`,
      "If that was you, there is nothing to do.",
      `If it was not you, open ${publicUrl}/dashboard/profile, choose “Sign out everywhere else” and change your password. If you cannot sign in, choose “Forgot your password?” on the sign-in form: that signs out every device. Then tell the Chairperson.`,
    ],
    sw: [
      `Kuna aliyeingia kwenye akaunti yako ya ${groupName}`,
      `Mtu fulani aliingia kwenye akaunti yako tarehe ${when.sw} kwa kifaa ambacho hakijawahi kutumika nayo: ${known ?? "kifaa kisichojitambulisha"}.`,
      "Kama ni wewe, hakuna la kufanya.",
      `Kama si wewe, fungua ${publicUrl}/dashboard/profile, chagua “Ondoka kwenye vifaa vingine vyote” kisha ubadilishe nenosiri lako. Kama huwezi kuingia, chagua “Umesahau nenosiri?” kwenye fomu ya kuingia: hilo linaondoa vifaa vyote. Kisha umwarifu Mwenyekiti.`,
    ],
  });
}
