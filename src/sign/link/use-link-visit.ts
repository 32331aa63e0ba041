import type { BareLink } from '#contract/engine/bare-link.ts';
import type { EndedLink } from '#contract/engine/ended-link.ts';
import { sha256HexAsync } from '#contract/engine/hex.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { handoverFlag, onHandover } from '#src/session/handover.ts';
import { canDigest } from '#src/sign/content-digest.ts';
import { useCallback, useEffect, useState } from 'react';
import {
  isLinkToken,
  openLink,
  outcomeOfRefusal,
  readOwnLink,
  verifyWho,
  type LinkOutcome,
  type WhoAnswers,
} from './link-calls.ts';
import { dropLinkTicket, readLinkTicket, storeLinkTicket, type LinkTicket } from './link-ticket.ts';
import { clearOldProgress, clearProgressOf } from './saved-progress.ts';

type Phase =
  | { readonly kind: 'loading' | 'start' | 'locked' | 'mistake' | 'silent' | 'insecure' }
  | { readonly kind: 'ended'; readonly of: EndedLink | null }
  | { readonly kind: 'who'; readonly isAgain: boolean }
  | { readonly kind: 'form'; readonly ticket: LinkTicket };

/** A link of which nothing more is known. */
const ENDED: Phase = { kind: 'ended', of: null };

/** The phase of a visit by a link, and its moves. Nothing is sent to the server before a button is pressed. */
export function useLinkVisit() {
  const [token] = useState(() => addressParts().token);
  const [phase, setPhase] = useState<Phase>(() => firstPhase(token));
  const [bare, setBare] = useState<BareLink | null>(null);
  const [link, setLink] = useState('');
  const [isSilent, setSilent] = useState(false);
  const [isSending, setSending] = useState(false);
  const [tries, setTries] = useState(0);

  /** Shows what has become of the link, or goes on where it works. */
  const follow = useCallback((hash: string, state: LinkOutcome, next: () => Phase) => {
    // The ticket goes; typed answers stay in this browser, for the next link to the same signer.
    if (state.kind === 'locked' || state.kind === 'ended') dropLinkTicket();
    // A form that was made by mistake may be another person's.
    if (state.kind === 'mistake') clearProgressOf(hash, readLinkTicket(hash)?.consentID);
    if (state.kind !== 'open') return setPhase(state);
    setBare(state.bare);
    // Only a later build makes a link without questions.
    return setPhase(state.bare.needs.length === 0 ? ENDED : next());
  }, []);

  useEffect(() => {
    if (firstPhase(token).kind !== 'loading') return;
    void hashAndRead(token).then(({ hash, state }) => {
      setLink(hash);
      return follow(hash, state, () => (addressParts().opening === 'login' ? { kind: 'start' } : afterOpening(hash)));
    });
  }, [token, tries, follow]);
  useEffect(() => {
    clearOldProgress(Date.now());
    // A tablet that is handed over shows one form alone.
    return onHandover(() => handoverFlag() !== null && location.reload());
  }, []);

  const start = async () => {
    if (isSending) return;
    setSending(true);
    setSilent(false);
    const state = await openLink(token).finally(() => setSending(false));
    if (state.kind === 'silent') return setSilent(true);
    history.replaceState(null, '', `/consent/${token}`);
    follow(link, state, () => afterOpening(link));
  };
  const answer = async (answers: WhoAnswers) => {
    try {
      const { ticket, expiresAt, data } = await verifyWho(token, answers);
      if (!ROLE_RULES[data.role].mayUseLink) return setPhase(ENDED);
      const own = { link, ticket, expiresAt, ...data };
      storeLinkTicket(own);
      setPhase({ kind: 'form', ticket: own });
    } catch (failure) {
      const state = outcomeOfRefusal(failure);
      if (state === null) throw failure;
      follow(link, state, () => phase);
    }
  };
  const lookAgain = () => {
    setPhase({ kind: 'loading' });
    setTries(tries + 1);
  };
  const askAgain = useCallback(async () => {
    const state = await readOwnLink(token, link);
    if (state.kind !== 'mistake') dropLinkTicket();
    follow(link, state, () => ({ kind: 'who', isAgain: true }));
  }, [token, link, follow]);
  return { phase, bare, link, isSilent, isSending, start, answer, lookAgain, askAgain };
}

/** The phase before any call: an address without a link's token, or a browser that cannot verify a form, makes no call. */
function firstPhase(token: string): Phase {
  if (!isLinkToken(token)) return ENDED;
  return { kind: canDigest() ? 'loading' : 'insecure' };
}

async function hashAndRead(token: string): Promise<{ hash: string; state: LinkOutcome }> {
  const hash = await sha256HexAsync(token);
  return { hash, state: await readOwnLink(token, hash) };
}

function addressParts() {
  const [, opening = '', token = ''] = location.pathname.split('/');
  return { opening, token };
}

/** The phase after the link was opened: a signer who has proven their identity in this tab is not asked again. */
function afterOpening(link: string): Phase {
  const ticket = readLinkTicket(link);
  return ticket === null ? { kind: 'who', isAgain: false } : { kind: 'form', ticket };
}
