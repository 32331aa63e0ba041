import { NotSent, Unreachable } from '#contract/call.ts';
import type { TicketDetails } from '#contract/signing.ts';
import type { HandoverTicket } from '#src/session/handover.ts';
import { commit } from '#store/commit.ts';
import type { Change } from '#store/outbox/new-op.ts';
import { NotHere } from '#store/outbox/project.ts';
import type { Parcel } from '#store/parcel.ts';
import { keepPinned, readPinned } from '#store/pinned.ts';
import { StorageFull } from '#store/quota.ts';
import { keepHeard } from '#store/replay/heard.ts';
import type { Store } from '#store/store.ts';
import { clearPads, keepStrokes, keptStrokes, type Pad } from '#store/strokes.ts';
import type { AnswerTo, Ink, Keeping, SaidCall, Saying } from '../kept.ts';
import { english } from '../texts.ts';
import { storeHere } from './store-here.ts';

/** Opens the clinician's vault on the signer's page, with the keys that the staff page left. */
export async function openKeeping(
  parcel: Parcel,
  { ticket, consentID, role, handoverId }: Pick<HandoverTicket, 'ticket' | 'consentID' | 'role' | 'handoverId'>,
): Promise<Keeping> {
  const store = await storeHere(parcel);
  const { details, clockOffset } = parcel;
  // Ink belongs to the handover that it was drawn in: nobody is given a pad in which somebody else's stands.
  const mine = `${handoverId}|`;
  const padOf = (way: string, digest: string): Pad => ({ consentId: consentID, pad: `${mine}${role}|${way}|${digest}` });
  const isOfOthers = (pad: string) => !pad.startsWith(mine) && !pad.startsWith(CLINICIANS);
  await clearPads(store, consentID, isOfOthers).catch(() => undefined);
  let isWaiting = ticket === null;
  // Pen-ups may come faster than the disk: what was drawn last is kept last.
  let drawing: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const run = drawing.catch(() => undefined).then(work);
    drawing = run;
    return run;
  };
  const inkIn = async (way: keyof Ink, digest: string) => (await keptStrokes(store, padOf(way, digest)))[0]?.strokes ?? [];
  // Left over, it would only lie there: no other handover shows it.
  const clearInk = () => inTurn(() => clearPads(store, consentID, (pad) => pad.startsWith(mine))).catch(() => undefined);
  return {
    details,
    clockOffset,
    hasWaiting: () => isWaiting,
    keep: async (saying) => {
      await orSay(async () => {
        if (saying.after !== undefined) await pin(store, saying.after, details);
        const signed = strokesIn(saying);
        const ink =
          signed === null ? null : await inTurn(() => keepStrokes(store, padOf(signed.way, signed.digest), signed.strokes));
        await commit(withKey(store, saying.key), changeOf(saying, ink));
      });
      isWaiting = true;
      if (endsVisit(saying)) await clearInk();
    },
    heard: async (saying, answer) => {
      if (endsVisit(saying)) await clearInk();
      const { call, input } = saying;
      // Told apart by its call, which the type of a generic one cannot follow.
      const heard = { call, input, answer } as unknown as Answered;
      if (heard.call !== 'recordIdentity' && heard.call !== 'recordLater') await keepHeard(store, heard);
    },
    keepInk: async (way, digest, strokes) => {
      const pad = padOf(way, digest);
      await inTurn(async () => (strokes.length === 0 ? clearPads(store, pad) : void (await keepStrokes(store, pad, strokes))));
    },
    keptInk: async (digest) => ({
      DRAWN: await inkIn('DRAWN', digest),
      MARK_WITNESSED: await inkIn('MARK_WITNESSED', digest),
    }),
  };
}

/** How the pads of the clinician begin, who signs on the staff pages. */
const CLINICIANS = 'CLINICIAN|';

type Answered = {
  [K in SaidCall]: { readonly call: K; readonly input: Saying<K>['input']; readonly answer: AnswerTo<K> };
}[SaidCall];

/** After it nobody signs any more in this handover: what is still in a pad is nobody's signature. */
function endsVisit<K extends SaidCall>({ call, input }: Saying<K>): boolean {
  return call === 'recordIdentity' ? 'confirmed' in input && !input.confirmed : call !== 'recordAnswers';
}

/** The op has the key under which the same may have reached the server by the ticket already: it counts once. */
function withKey(store: Store, key: string): Store {
  return { ...store, means: { ...store.means, newId: () => key } };
}

function changeOf<K extends SaidCall>({ call, input }: Saying<K>, ink: string | null): Change<K> {
  // None of these calls has a version: the queue's input is the call's own.
  const change = { call, input } as unknown as Change<K>;
  return ink === null ? change : { ...change, ink };
}

function strokesIn<K extends SaidCall>(saying: Saying<K>) {
  // Told apart by its call, which the type of a generic one cannot follow.
  const { call, input } = saying as Saying<SaidCall>;
  if (call !== 'recordSign' || !('strokes' in input) || input.strokes === undefined) return null;
  return { way: input.method, digest: input.contentDigest, strokes: input.strokes };
}

async function orSay(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (failure) {
    if (failure instanceof NotHere) throw new Unreachable('This form is not on this tablet');
    if (failure instanceof StorageFull) throw new NotSent([{ path: '', message: english.full }]);
    throw failure;
  }
}

/** With answers comes another digest: everybody who signs after them on this tablet signs under that one. */
async function pin(store: Store, { consent, patient, recipients, contentDigest }: TicketDetails, before: TicketDetails | null) {
  const { templateID, templateVersion, content, procedures } = consent;
  if (templateID === null || templateVersion === null) return;
  const pinned = await readPinned(store, consent.consentID);
  await keepPinned(store, consent.consentID, {
    content,
    templateID,
    templateVersion,
    procedures,
    recipients: recipients.map(({ role, recipient_name: name, recipient_email, signing_order: order }) => ({
      role,
      name,
      email: recipient_email ?? null,
      order,
    })),
    statements: (before ?? { consent }).consent.statements,
    ...pinned,
    patient,
    contentDigest,
  });
}
