import type { Input } from '#contract/calls.ts';
import { Unreachable } from '#contract/engine/call.ts';
import { api, apiFile } from '#src/session/api.ts';
import { useAct, useCaseCall, type Intent } from './consents.ts';
import { startPull } from '#src/queries/client/start-pull.ts';

/** Mails one signer a link. */
export const useMailLink = () => useCaseCall('consentSendEmail');

/** Sends one signer a link by another way than email. */
export const useSendMessage = () => useCaseCall('messagesSend');

/** Makes a letter with a link to one signer. The call takes no key: each answer is a new link, which no cache ever holds. */
export function usePrintLetter() {
  return useAct(async ({ body }: Intent<Input<'linkLetter'>>) => {
    try {
      return await apiFile('linkLetter', body);
    } finally {
      // Also where it is refused: the address may be another by now.
      await startPull();
    }
  });
}

/** Ends the link of one signer. */
export const useEndLink = () => useCaseCall('recordEndLink');

/** Mails somebody who has decided a link to the sealed form. */
export const useMailCopy = () => useCaseCall('recordGiveCopy');

/** Records what became of a copy without a link. */
export const useRecordCopy = () => useCaseCall('recordCopyOutcome');

/**
 * Makes a link to the sealed form that is shown as a code. The call takes no key: each answer is a new link.
 *
 * @param onLink - receives the link, which no cache ever holds
 */
export function useShowCopyCode(onLink: (url: string) => void) {
  return useAct(async ({ body }: Intent<Pick<Input<'recordGiveCopy'>, 'consentID' | 'signing_order'>>): Promise<void> => {
    const { link } = (await api('recordGiveCopy', { ...body, channel: 'QR' })).data;
    if (link === null) throw new Unreachable('The answer has no link');
    onLink(link.url);
    await startPull();
  });
}

/** Lets a form whose time has ended be signed again: on this device, and by mailed links. */
export const useSendAgain = () => useCaseCall('recordSend');

/**
 * Asks one new person to sign. The call takes no key: asked again after an answer that was lost, the form has this person already.
 *
 * @throws Unreachable when the answer names nobody
 */
export function useInvitePerson() {
  return useAct(async ({ body }: Intent<Input<'recordSendInvite'>>) => {
    const { data, message } = await api('recordSendInvite', body);
    const [made] = data;
    if (made === undefined) throw new Unreachable('The answer names no signer');
    await startPull();
    return { made, message };
  });
}

type CodeOrder = { readonly recordID: string; readonly signing_order: number };

/**
 * Makes a link that is shown as a code. The call takes no key: each answer is a new link.
 *
 * @param onLink - receives the link, which no cache ever holds; or why there is none
 */
export function useShowCode(onLink: (made: { readonly url: string } | { readonly problem: string }) => void) {
  return useAct(async ({ body: { recordID, signing_order } }: Intent<CodeOrder>): Promise<void> => {
    const invites = [{ signing_order, channel: 'QR' as const }];
    const [made] = (await api('recordSendInvite', { id: recordID, invites })).data;
    if (made === undefined) throw new Unreachable('The answer names no signer');
    onLink(made.link === null ? { problem: made.message ?? 'No link was made' } : { url: made.link.url });
    await startPull();
  });
}
