import { linkSending } from '#contract/link-sending.ts';
import { JOINS_AS } from '#domain/forms/invited-roles.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import {
  emptyInvite,
  fieldOfInvite,
  inviteOf,
  isComplete,
  signsByLink,
  type InviteDraft,
} from '#src/screens/cases/links/invite-draft.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const JOINING = SIGNER_ROLES.filter((role) => JOINS_AS[role].part !== null);
const id = '01890000-0000-7000-8000-000000000001';
const FILLED: InviteDraft = {
  ...emptyInvite([]),
  name: ' Nora Demo-New ',
  email: ' nora@example.org ',
  phone: '07700 900123',
  parent: { ...emptyInvite([]).parent, relation: 'Aunt', responsibility: 'GUARDIAN' },
  interpreter: { ...emptyInvite([]).interpreter, language: 'Polish', agencyId: 'D-17' },
  consulted: { ...emptyInvite([]).consulted, relation: 'Son', how: 'PHONE', view: 'She would want it' },
  secondOpinion: { role: 'Consultant', view: 'AGREES', at: '2026-08-06T11:00:00.000Z' },
};

test.each(JOINING)('a new %s is sent with the details of that part alone, as the call takes them', (role) => {
  for (const channel of ['EMAIL', 'QR'] as const)
    for (const draft of [
      { ...FILLED, role, channel },
      { ...emptyInvite([role]), name: 'Nora', channel },
    ]) {
      const invite = inviteOf(draft, false);
      const { part } = JOINS_AS[role];
      expect(v.safeParse(linkSending.recordSendInvite.input, { id, invites: [invite] }).success, channel).toBe(
        !(channel === 'EMAIL' && signsByLink(draft) && draft.email === ''),
      );
      const parts = ['parent', 'interpreter', 'consulted', 'secondOpinion'].filter((each) => each in invite);
      expect(parts).toEqual([part]);
      expect('phone' in invite).toBe(part === 'interpreter' && draft.phone !== '');
      expect('email' in invite, role).toBe(channel === 'EMAIL' && signsByLink(draft));
    }
});

test('a protected address is sent with the answer to the question whether it is safe, and no other', () => {
  const mailed = { ...FILLED, role: 'PARENT', channel: 'EMAIL', isSafe: true } as const;
  expect(inviteOf(mailed, true)).toMatchObject({ email: 'nora@example.org', addressConfirmed: true, name: 'Nora Demo-New' });
  expect(inviteOf(mailed, false)).not.toHaveProperty('addressConfirmed');
  expect(inviteOf({ ...mailed, channel: 'QR' }, true)).not.toHaveProperty('addressConfirmed');
});

test('nothing is sent without role, name and way; who signs on the ward needs no way', () => {
  expect(isComplete(emptyInvite(['PARENT', 'INTERPRETER']))).toBe(false);
  expect(emptyInvite(['INTERPRETER']).role).toBe('INTERPRETER');
  const parent = { ...FILLED, role: 'PARENT' } as const;
  expect(isComplete({ ...parent, channel: null })).toBe(false);
  expect(isComplete({ ...parent, channel: 'QR', name: ' ' })).toBe(false);
  expect(isComplete({ ...parent, channel: 'EMAIL', email: ' ' })).toBe(false);
  expect(isComplete({ ...parent, channel: 'EMAIL' })).toBe(true);
  expect(isComplete({ ...parent, channel: 'QR' })).toBe(true);
  expect(isComplete({ ...FILLED, role: 'SECOND_OPINION', channel: null })).toBe(true);
});

test('a fault is found at its field, in the path of the server and in that of the page', () => {
  expect(fieldOfInvite('invites[0].parent.responsibility')).toBe('parent.responsibility');
  expect(fieldOfInvite('invites.0.email')).toBe('email');
  expect(fieldOfInvite('')).toBe('');
});
