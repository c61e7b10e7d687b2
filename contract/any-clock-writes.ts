// Lists the changes that neither post nor decide, and so work whatever the machine's clock says: signing in, one's own account, and
// previews (SAFE-29). Every other change is refused while the clock is behind the books.
import { enterAsAuditor } from "./auditors.ts";
import * as auth from "./auth.ts";
import { previewDistribution } from "./distributions.ts";
import type { Endpoint } from "./endpoint.ts";
import { verifyNow } from "./health.ts";
import { openInvitation } from "./invitations.ts";
import { changeLanguage, confirmEmail, undoEmail } from "./members.ts";
import * as notices from "./notices.ts";
import { rehearseOpening } from "./opening.ts";
import { previewStatement } from "./statements.ts";
import * as twoStep from "./two-step.ts";
import { previewWord } from "./words.ts";

export const writesOfAnyClock: ReadonlySet<Endpoint> = new Set<Endpoint>([
  auth.signIn,
  auth.signOut,
  auth.activate,
  auth.resendActivation,
  auth.requestPasswordReset,
  auth.resetPassword,
  auth.changePassword,
  auth.endOtherSessions,
  auth.endSession,
  enterAsAuditor,
  twoStep.startTwoStep,
  twoStep.confirmTwoStep,
  twoStep.renewRecoveryCodes,
  twoStep.stopTwoStep,
  confirmEmail,
  undoEmail,
  changeLanguage,
  notices.readNotices,
  notices.changeNoticeChoices,
  notices.subscribeToPush,
  notices.unsubscribeFromPush,
  notices.endPushDevice,
  openInvitation,
  verifyNow,
  previewDistribution,
  previewStatement,
  previewWord,
  rehearseOpening,
]);
