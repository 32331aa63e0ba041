import { mayReadAnswers } from '#domain/library/understanding.ts';
import { DOCUMENT_LINK_LENGTH } from '#domain/documents/document-kinds.ts';
import type { DrawnKind } from '#server/data/tables/tables.ts';
import type { StaffActor } from '#server/http/actor.ts';
import type { Deps } from '#server/deps.ts';
import { mayReadHidden } from '#server/work/consents/hidden-version.ts';

/** A file that is drawn when its address is opened. */
export type DrawnFile = {
  readonly kind: DrawnKind;
  readonly organisationId: string;
  readonly consentID: string;
  /** whether whoever asked may read versions that are hidden from others */
  readonly readsHidden: boolean;
  /** whether they may read how a signer answered the questions of understanding; absent: no */
  readonly readsAnswers?: boolean;
};

type Sealing = Pick<Deps, 'secrets' | 'clock' | 'publicOrigin'>;

const KINDS: readonly DrawnKind[] = ['PRE_SIGNED', 'PAPER', 'AUDIT'];
const PREFIX = 'f_';
const SEAL_PURPOSE = 'drawn-address';

export function isDrawnKind(kind: string): kind is DrawnKind {
  return KINDS.some((each) => each === kind);
}

/**
 * A ten-minute address of a file that is drawn when it is fetched. The token says what it is for, sealed under the server's own key, and
 * nothing of it is stored: a case may be read often, and most of these addresses are never opened.
 */
export function drawnAddress(
  { secrets, clock, publicOrigin }: Sealing,
  actor: Pick<StaffActor, 'kind' | 'organisationId' | 'permissions'>,
  { kind, consentID }: Pick<DrawnFile, 'kind' | 'consentID'>,
): { url: string; expiresAt: string } {
  const endsAt = clock() + DOCUMENT_LINK_LENGTH;
  const sealed = secrets.seal([kind, rightsOf(actor), endsAt, actor.organisationId, consentID].join(' '), SEAL_PURPOSE);
  return { url: `${publicOrigin}/api/document/${PREFIX}${sealed}`, expiresAt: new Date(endsAt).toISOString() };
}

/** The two rights of whoever asked, a digit each; an address of a build before has the first alone. */
function rightsOf(actor: Pick<StaffActor, 'kind' | 'permissions'>): string {
  return [mayReadHidden(actor), mayReadAnswers(actor.permissions)].map((may) => (may ? '1' : '0')).join('');
}

export function isDrawnToken(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** The file of a token; undefined for one that ended, was altered, or was sealed for anything else. */
export function drawnFileOf({ secrets, clock }: Sealing, token: string): DrawnFile | undefined {
  const [kind = '', rights = '', endsAt, organisationId = '', consentID = ''] = textOf(secrets, token).split(' ');
  if (!isDrawnKind(kind) || !(Number(endsAt) > clock())) return undefined;
  return { kind, organisationId, consentID, readsHidden: rights[0] === '1', readsAnswers: rights[1] === '1' };
}

function textOf(secrets: Deps['secrets'], token: string): string {
  const sealed = token.slice(PREFIX.length);
  try {
    const text = secrets.open(sealed, SEAL_PURPOSE);
    // A text that is not sealed is answered as it is.
    return text === sealed ? '' : text;
  } catch {
    return '';
  }
}
