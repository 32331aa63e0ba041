import { RECORDED_BY } from '#domain/cases/event-author.ts';
import type { EventActor } from '#domain/cases/event-actors.ts';
import type { EventAuthor, TimelineEvent } from '#domain/cases/timeline.ts';
import type { RecipientRow } from '#server/data/signing/signers.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffActor, TicketActor } from '#server/http/actor.ts';

/** A member of staff as an event names them. */
export type StaffAuthor = Pick<StaffActor, 'name' | 'roleName'>;

/** The row of a signer. */
export type SignerAuthor = Pick<RecipientRow, 'name' | 'role' | 'signing_order'>;

/** A signer as the author; `account`: of a member of staff who signs under it, whose name it is that counts. */
export type BySigner = { readonly signer: SignerAuthor; readonly account?: StaffAuthor };

type Authors = { signer: BySigner; staff: { readonly staff: StaffAuthor }; system: 'SYSTEM' };

/** The author of an event as the code of an act names it: the row of a signer, an account, or the product. No name and no role beside it. */
export type EventBy<A extends EventActor = EventActor> = Authors[A];

/** The session's account as the author. @throws Error for a ticket: no signer is the author of what staff do */
export function byStaff({ actor }: { readonly actor: StaffActor | TicketActor }): { readonly staff: StaffActor } {
  if (actor.kind !== 'staff') throw new Error('a ticket writes no event of staff');
  return { staff: actor };
}

/** The session's account as the author, and the product where a signer's act has this effect. */
export function byStaffOrSystem({ actor }: { readonly actor: StaffActor | TicketActor }): Authors['staff' | 'system'] {
  return actor.kind === 'staff' ? { staff: actor } : 'SYSTEM';
}

/** A member of staff as the timeline stores them. */
export function staffAuthor({ name, roleName }: StaffAuthor): EventAuthor {
  return { kind: 'STAFF', name, role: roleName };
}

/** The author as the timeline stores it: of a signer the name and the role, both from one row. */
export function authorOf(by: EventBy, { settings }: Pick<Deps, 'settings'>): EventAuthor {
  if (by === 'SYSTEM') return { kind: 'SYSTEM', name: settings.productName, role: '' };
  if ('staff' in by) return staffAuthor(by.staff);
  const { signer, account } = by;
  return account === undefined
    ? { kind: 'SIGNER', name: signer.name, role: signer.role }
    : { kind: 'STAFF', name: account.name, role: signer.role };
}

/** The details of an event of a signer: the place on the form, and the member of staff who wrote it for them. */
export function signerDetail(by: EventBy, actor: StaffActor | TicketActor): NonNullable<TimelineEvent['detail']> {
  if (by === 'SYSTEM' || 'staff' in by) return {};
  const order = { order: by.signer.signing_order };
  if (by.account !== undefined || actor.kind !== 'staff') return order;
  return { ...order, [RECORDED_BY.name]: actor.name, [RECORDED_BY.role]: actor.roleName };
}
