import { useState } from 'react';
import type { RecordSummary } from '#contract/shapes/record-summary.ts';
import type { SignerRole } from '#domain/forms/signer-roles.ts';
import { newId } from '#src/device/new-id.ts';
import { failureProblems, type CallProblem } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useInvitePerson } from '#src/queries/links.ts';
import type { ConsentView } from '#src/queries/records.ts';
import { emptyInvite, fieldOfInvite, inviteOf, isComplete, type InviteDraft } from './invite-draft.ts';
import { isAddressProtected } from './link-way.ts';
import { useShownCode } from './use-shown-code.ts';

type Around = {
  readonly consent: Pick<ConsentView, 'recordID'>;
  readonly patient: RecordSummary['patient'];
  readonly roles: readonly SignerRole[];
  readonly onClose: () => void;
};

/** A new person as staff enter them, and the one call that adds them: what it answers is told as it is. */
export function useInvite({ consent, patient, roles, onClose }: Around) {
  const [draft, setDraft] = useState(() => emptyInvite(roles));
  const [problems, setProblems] = useState<readonly CallProblem[]>([]);
  const [joined, setJoined] = useState<string | null>(null);
  const code = useShownCode();
  const invite = useInvitePerson();
  const mustAsk = draft.role !== null && draft.channel === 'EMAIL' && isAddressProtected({ patient }, { role: draft.role });
  const send = async (): Promise<void> => {
    setProblems([]);
    try {
      const body = { id: consent.recordID, invites: [inviteOf(draft, mustAsk)] };
      const { made, message } = await invite.mutateAsync({ body, key: newId() });
      // Without a role nobody was added.
      if (made.role === null) return setProblems([{ path: '', message: made.message ?? message }]);
      if (made.link === null) {
        noticeSuccess(made.message ?? `${draft.name.trim()} was added to the signers. The link is on its way.`);
        return onClose();
      }
      setJoined(draft.name.trim());
      code.show(made.link.url);
    } catch (failure) {
      setProblems(failureProblems(failure).map(({ path, message }) => ({ path: fieldOfInvite(path), message })));
    }
  };
  return {
    draft,
    /** the name of somebody who was added, and whose code is shown */
    joined,
    code,
    mustAsk,
    problems,
    isBusy: invite.isPending,
    isReady: isComplete(draft) && (!mustAsk || draft.isSafe),
    change: (change: Partial<InviteDraft>) => setDraft((before) => ({ ...before, ...change })),
    faultAt: (field: string) => problems.find(({ path }) => path === field)?.message,
    send,
  };
}
