import type { InputOf } from '#contract/engine/define.ts';
import type { linkSending } from '#contract/link-sending.ts';
import type { ConsultedPerson, SecondOpinion } from '#domain/capacity/capacity-people.ts';
import type { Interpreter } from '#domain/consents/consent.ts';
import { EMPTY_PARENT, type Parent } from '#domain/family/parent.ts';
import { JOINS_AS, type JoinedPart } from '#domain/forms/invited-roles.ts';
import { ROLE_RULES, type SignerRole } from '#domain/forms/signer-roles.ts';
import type { LinkChannel } from '#domain/signing/link.ts';
import { hasInk } from '#domain/values/ink.ts';

type Invite = InputOf<(typeof linkSending)['recordSendInvite']>['invites'][number];

/** A new person as staff enter them. `channel`: null until somebody chose. */
export type InviteDraft = {
  readonly role: SignerRole | null;
  readonly name: string;
  readonly nameInLatin: string;
  readonly channel: LinkChannel | null;
  readonly email: string;
  readonly phone: string;
  /** whether somebody asked if the address is safe */
  readonly isSafe: boolean;
  readonly parent: Parent;
  readonly interpreter: Pick<Interpreter, 'language' | 'mode' | 'relationReason'> & {
    readonly agencyId: string;
    readonly relation: string;
    readonly adult: boolean | null;
    readonly for: NonNullable<Interpreter['for']> | null;
  };
  readonly consulted: Pick<ConsultedPerson, 'relation' | 'paid' | 'how' | 'at' | 'view' | 'against'>;
  readonly secondOpinion: Pick<SecondOpinion, 'role' | 'view' | 'at'>;
};

/** Nobody yet. @param roles - those that are offered: of one alone nothing is asked */
export function emptyInvite(roles: readonly SignerRole[]): InviteDraft {
  return {
    role: roles.length === 1 ? (roles[0] ?? null) : null,
    name: '',
    nameInLatin: '',
    channel: null,
    email: '',
    phone: '',
    isSafe: false,
    // The server gives an adult who joins their id.
    parent: { ...EMPTY_PARENT, id: '' },
    interpreter: { language: '', mode: 'IN_PERSON', agencyId: '', relation: '', relationReason: '', adult: null, for: null },
    consulted: { relation: '', paid: null, how: null, at: null, view: '', against: null },
    secondOpinion: { role: '', view: null, at: null },
  };
}

/** The part of the form that a draft's person joins; null until a role is chosen. */
export function invitedPart({ role }: Pick<InviteDraft, 'role'>): JoinedPart | null {
  return role === null ? null : JOINS_AS[role].part;
}

/** Whether this person signs by a link, as far as the role is chosen; others sign on the ward. */
export function signsByLink({ role }: Pick<InviteDraft, 'role'>): boolean {
  return role !== null && ROLE_RULES[role].mayUseLink;
}

/** Whether enough is entered to be sent; the server judges the rest, and names each fault. */
export function isComplete(draft: InviteDraft): boolean {
  if (draft.role === null || !hasInk(draft.name)) return false;
  return !signsByLink(draft) || draft.channel === 'QR' || (draft.channel === 'EMAIL' && hasInk(draft.email));
}

/** The invite that is sent: of the details those of the role alone. @param mustAsk - whether the address is protected */
export function inviteOf(draft: InviteDraft, mustAsk: boolean): Invite {
  const { role, name, nameInLatin, channel, email, phone, isSafe } = draft;
  const part = invitedPart(draft);
  const isByMail = signsByLink(draft) && channel === 'EMAIL';
  return {
    name: name.trim(),
    ...(hasInk(nameInLatin) ? { nameInLatin: nameInLatin.trim() } : {}),
    ...(role === null ? {} : { role }),
    // Nobody is sent one who signs on the ward: the call names a channel all the same.
    channel: isByMail ? 'EMAIL' : 'QR',
    ...(isByMail ? { email: email.trim() } : {}),
    ...(isByMail && mustAsk ? { addressConfirmed: isSafe } : {}),
    ...(part === 'interpreter' && hasInk(phone) ? { phone: phone.trim() } : {}),
    ...(part === null ? {} : { [part]: detailsOf(draft, part) }),
  };
}

function detailsOf({ parent, interpreter, consulted, secondOpinion }: InviteDraft, part: JoinedPart) {
  switch (part) {
    case 'parent': {
      const { relation, responsibility, detail, order, under16, note } = parent;
      return { relation, responsibility, detail, order, under16, note };
    }
    case 'interpreter': {
      const { agencyId, relation, adult, for: whom, ...rest } = interpreter;
      return { ...rest, agencyId: orNull(agencyId), relation: orNull(relation), adult, for: whom };
    }
    case 'consulted':
      return consulted;
    case 'secondOpinion':
      return secondOpinion;
  }
}

function orNull(text: string): string | null {
  return hasInk(text) ? text : null;
}

/** The field of a fault: its path in the call without the place of the invite. `invites[0].parent.detail` is `parent.detail`. */
export function fieldOfInvite(path: string): string {
  return path.replace(/^invites(?:\[0\]|\.0)\.?/, '');
}
