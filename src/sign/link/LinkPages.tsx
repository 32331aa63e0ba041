import './link.css';
import type { BareLink } from '#contract/engine/bare-link.ts';
import { sha256Hex } from '#contract/engine/hex.ts';
import { ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { handoverFlag, onHandover } from '#src/session/handover.ts';
import { useCallback, useEffect, useState } from 'react';
import { canDigest } from '#src/sign/content-digest.ts';
import { Frame } from '#src/sign/Frame.tsx';
import { PLAIN, ReadingLanguage } from '#src/sign/texts/reading-language.ts';
import { useReading } from '#src/sign/language/use-reading.ts';
import { linkTexts } from '#src/sign/texts/link-texts.ts';
import { EndedPage, LockedPage, MistakePage, NoFormPage } from './EndedPage.tsx';
import {
  isLinkToken,
  openLink,
  readOwnLink,
  outcomeOfRefusal,
  verifyWho,
  type LinkOutcome,
  type WhoAnswers,
} from './link-calls.ts';
import { dropLinkTicket, storeLinkTicket, readLinkTicket, type LinkTicket } from './link-ticket.ts';
import { LinkForm } from './LinkForm.tsx';
import { Moment } from '#src/sign/pieces/Moment.tsx';
import { clearOldProgress } from './saved-progress.ts';
import { StartPage } from './StartPage.tsx';
import { WhoPage } from './WhoPage.tsx';

type Phase =
  | { readonly kind: 'loading' | 'start' | 'locked' | 'ended' | 'mistake' | 'silent' | 'insecure' }
  | { readonly kind: 'who'; readonly isAgain: boolean }
  | { readonly kind: 'form'; readonly ticket: LinkTicket };

/** A visit by a link: what it is about, who holds it, and the form. Nothing is sent to the hospital before a button is pressed. */
export function LinkPages() {
  const [token] = useState(() => addressParts().token);
  const [phase, setPhase] = useState<Phase>(() => ({ kind: firstPhase(token) }));
  const [bare, setBare] = useState<BareLink | null>(null);
  const [link, setLink] = useState('');
  const [isSilent, setSilent] = useState(false);
  const [isSending, setSending] = useState(false);

  /** Shows what has become of the link, or goes on where it works. */
  const follow = useCallback((state: LinkOutcome, next: () => Phase) => {
    // What was typed stays in this browser: the next link to the same signer leads there.
    if (state.kind === 'locked' || state.kind === 'ended') dropLinkTicket();
    if (state.kind !== 'open') return setPhase({ kind: state.kind });
    setBare(state.bare);
    // A link that asks nothing is of a build to come.
    return setPhase(state.bare.needs.length === 0 ? { kind: 'ended' } : next());
  }, []);

  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (firstPhase(token) !== 'loading') return;
    void hashAndRead(token).then(({ hash, state }) => {
      setLink(hash);
      return follow(state, () => (addressParts().opening === 'login' ? { kind: 'start' } : afterOpening(hash)));
    });
  }, [token, tries, follow]);
  const lookAgain = () => {
    setPhase({ kind: 'loading' });
    setTries(tries + 1);
  };
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
    follow(state, () => afterOpening(link));
  };
  const answer = async (answers: WhoAnswers) => {
    try {
      const { ticket, expiresAt, data } = await verifyWho(token, answers);
      if (!ROLE_RULES[data.role].mayUseLink) return setPhase({ kind: 'ended' });
      const own = { link, ticket, expiresAt, ...data };
      storeLinkTicket(own);
      setPhase({ kind: 'form', ticket: own });
    } catch (failure) {
      const state = outcomeOfRefusal(failure);
      if (state === null) throw failure;
      follow(state, () => phase);
    }
  };
  const askAgain = useCallback(async () => {
    const state = await readOwnLink(token, link);
    if (state.kind !== 'mistake') dropLinkTicket();
    follow(state, () => ({ kind: 'who', isAgain: true }));
  }, [token, link, follow]);

  // The form's own pages know more: after them the language that is stored is read anew.
  const reading = useReading(phase.kind === 'form' ? null : bare, link);
  const { hospital } = reading?.translation?.link ?? linkTexts;
  const organisation = bare?.organisation.name ?? hospital;
  const support = bare?.support ?? hospital;
  if (phase.kind === 'form')
    return (
      <LinkForm
        key={phase.ticket.ticket}
        ticket={phase.ticket}
        contacts={{ organisation, support }}
        languages={bare?.languages}
        onTicketEnd={askAgain}
      />
    );
  return (
    <ReadingLanguage value={reading ?? PLAIN}>
      <Frame details={null} organisation={bare?.organisation.name} isConfirmed={false} page={phase.kind} onTakeBack={null}>
        {phase.kind === 'start' && bare !== null && (
          <StartPage bare={bare} isSilent={isSilent} isBusy={isSending} onStart={() => void start()} />
        )}
        {phase.kind === 'who' && bare !== null && <WhoPage bare={bare} isAgain={phase.isAgain} onAnswers={answer} />}
        {phase.kind === 'locked' && <LockedPage support={support} />}
        {phase.kind === 'ended' && <EndedPage organisation={organisation} />}
        {phase.kind === 'mistake' && <MistakePage support={support} />}
        {(phase.kind === 'silent' || phase.kind === 'insecure') && <NoFormPage why={phase.kind} onAgain={lookAgain} />}
        {phase.kind === 'loading' && <Moment />}
      </Frame>
    </ReadingLanguage>
  );
}

/** Without a call: an address that no link has, and a browser that cannot verify a form, ask for nothing. */
function firstPhase(token: string): 'loading' | 'ended' | 'insecure' {
  if (!isLinkToken(token)) return 'ended';
  return canDigest() ? 'loading' : 'insecure';
}

async function hashAndRead(token: string): Promise<{ hash: string; state: LinkOutcome }> {
  const hash = await sha256Hex(token);
  return { hash, state: await readOwnLink(token, hash) };
}

function addressParts() {
  const [, opening = '', token = ''] = location.pathname.split('/');
  return { opening, token };
}

/** Who has shown who they are in this tab is not asked again. */
function afterOpening(link: string): Phase {
  const ticket = readLinkTicket(link);
  return ticket === null ? { kind: 'who', isAgain: false } : { kind: 'form', ticket };
}
