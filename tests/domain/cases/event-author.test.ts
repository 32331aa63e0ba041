import { EVENT_ACTORS, mayBeSigners } from '#domain/cases/event-actors.ts';
import { authorWords, caseSigners, eventAuthors, shownAuthor, type CaseSigner } from '#domain/cases/event-author.ts';
import { TIMELINE_EVENTS, eventWords, type TimelineEvent } from '#domain/cases/timeline.ts';
import { whoWords } from '#domain/audit/audit-words.ts';
import { withoutPeople } from '#domain/cases/without-people.ts';
import { ROLE_WORDS } from '#domain/forms/role-words.ts';
import { expect, test } from 'vitest';

const V = 'a version';
const SIGNERS: readonly CaseSigner[] = [
  { consentID: V, order: 1, role: 'PATIENT', name: 'Mary Demo-Beech' },
  { consentID: V, order: 2, role: 'CLINICIAN', name: 'Demo Clinician' },
  { consentID: V, order: 3, role: 'WITNESS', name: 'Wendy Demo-Witness' },
];

let made = 0;
function event(type: string, actor: TimelineEvent['actor'], detail: TimelineEvent['detail'] = {}): TimelineEvent {
  made += 1;
  return { id: `event ${made}`, at: '', deviceAt: null, type, actor, versionId: V, detail, prevHash: '', hash: 'h' };
}
const shownAs = (one: TimelineEvent, before: readonly TimelineEvent[] = [], after: readonly TimelineEvent[] = []) =>
  authorWords(eventAuthors([...before, one, ...after], SIGNERS)(one));

test('every type of event has its authors, and none of them is nobody', () => {
  expect(Object.keys(EVENT_ACTORS).toSorted()).toEqual(Object.keys(TIMELINE_EVENTS).toSorted());
  expect(Object.values(EVENT_ACTORS).every((actors) => actors.length > 0)).toBe(true);
  expect([mayBeSigners('SIGNED'), mayBeSigners('SEALED'), mayBeSigners('toString')]).toEqual([true, false, false]);
});

test('the words of an event of a signer name no role but that of the child who said no', () => {
  const roles = Object.values(ROLE_WORDS);
  const named = Object.keys(TIMELINE_EVENTS).filter((type) => {
    const words = eventWords({ type, detail: {} });
    return mayBeSigners(type) && roles.some((role) => new RegExp(`\\b${role}\\b`, 'i').test(words));
  });
  expect(named).toEqual(['CHILD_SAID_NO']);
});

test('an event of an earlier build is shown with the role of the signer at its place, and what it says behind', () => {
  const byTicket = event('SIGNED', { kind: 'SIGNER', name: 'Wendy Demo-Witness', role: 'PATIENT' }, { order: 3 });
  expect(shownAs(byTicket)).toBe('Wendy Demo-Witness, Witness (recorded as Patient)');
  const onPaper = event('SIGNED', { kind: 'STAFF', name: 'Demo Operator', role: 'Surgeon' }, { order: 1, method: 'PAPER_SCAN' });
  expect(shownAs(onPaper)).toBe('Mary Demo-Beech, Patient (recorded as Demo Operator, Surgeon)');
  const cliniciansOnPaper = event(
    'SIGNED',
    { kind: 'STAFF', name: 'Demo Operator', role: 'Surgeon' },
    { order: 2, method: 'PAPER_SCAN' },
  );
  expect(shownAs(cliniciansOnPaper)).toBe('Demo Clinician, Clinician (recorded as Demo Operator, Surgeon)');
  // Under the own account the role of the account stood there.
  const own = event('SIGNED', { kind: 'STAFF', name: 'Demo Clinician', role: 'Surgeon' }, { order: 2, method: 'TYPED' });
  expect(shownAs(own)).toBe('Demo Clinician, Clinician (recorded as Surgeon)');
});

test('an event that is right is shown as it is, with the member of staff who wrote it for the signer', () => {
  const right = event('DECLINED', { kind: 'SIGNER', name: 'Mary Demo-Beech', role: 'PATIENT' }, { order: 1 });
  expect(shownAs(right)).toBe('Mary Demo-Beech, Patient');
  const carried = event('MORE_TIME', right.actor, {
    order: 1,
    'recordedBy.name': 'Demo Operator',
    'recordedBy.role': 'Surgeon',
  });
  expect(shownAs(carried)).toBe('Mary Demo-Beech, Patient, recorded by Demo Operator, Surgeon');
  const staff = event('CONSENT_SENT', { kind: 'STAFF', name: 'Demo Operator', role: 'Surgeon' });
  expect(shownAs(staff)).toBe('Demo Operator, Surgeon');
  expect(shownAs(event('SEALED', { kind: 'SYSTEM', name: 'Assent', role: '' }))).toBe('Assent');
});

test('an event from before a form was taken back is of those who were on it then', () => {
  const child = event('SIGNED', { kind: 'SIGNER', name: 'Cleo Demo-Child', role: 'CHILD' }, { order: 1 });
  const recalled = event('RECALLED', { kind: 'STAFF', name: 'Demo Operator', role: 'Surgeon' });
  expect(shownAs(child, [], [recalled])).toBe('Cleo Demo-Child, Child');
  expect(shownAs(child, [recalled])).toBe('Cleo Demo-Child, Patient (recorded as Child)');
});

test('signers of versions are those of the form and its witnesses', () => {
  const recipients = [{ signing_order: 1, role: 'PATIENT', recipient_name: 'Mary Demo-Beech' }] as const;
  const addedSigners = [{ signing_order: 3, role: 'WITNESS', recipient_name: 'Wendy Demo-Witness' }] as const;
  expect(caseSigners([{ consentID: V, recipients, addedSigners }])).toEqual([SIGNERS[0], SIGNERS[2]]);
});

test('the trail names a signer by the role at the place, and staff by name', () => {
  const actor = { kind: 'STAFF', name: 'Demo Operator', role: 'Surgeon' } as const;
  const author = shownAuthor({ type: 'SIGNED', actor, detail: { method: 'PAPER_SCAN' } }, { role: 'PATIENT', name: '' });
  expect(whoWords({ actor, author })).toEqual({ name: 'Patient', role: '(recorded as Demo Operator, Surgeon)' });
  expect(whoWords({ actor })).toEqual({ name: 'Demo Operator', role: 'Surgeon' });
  expect(whoWords({ actor: { kind: 'SIGNER', name: '', role: 'PARENT' } })).toEqual({ name: 'Parent', role: '' });
  expect(whoWords({ actor: { ...actor, role: 'CLINICIAN' } })).toEqual({ name: 'Demo Operator', role: 'Clinician' });
  expect(whoWords({ actor: null })).toEqual({ name: 'Nobody signed in', role: '' });
});

test('who may not read patients still reads which member of staff wrote for a signer', () => {
  const carried = event(
    'MORE_TIME',
    { kind: 'SIGNER', name: 'Mary Demo-Beech', role: 'PATIENT' },
    {
      order: 1,
      comments: 'Until noon',
      'recordedBy.name': 'Demo Operator',
      'recordedBy.role': 'Surgeon',
    },
  );
  const [shown] = withoutPeople([carried]);
  expect(shown!.actor.name).toBe('Patient');
  expect(shown!.detail).toEqual({ order: 1, 'recordedBy.name': 'Demo Operator', 'recordedBy.role': 'Surgeon' });
});

test('a name of one word, in capitals or small, is no word of the machine', () => {
  for (const name of ['AMBER', 'amber', 'Amber'])
    for (const key of ['nameAsSigned', 'nameExpected', 'typedName']) {
      const signed = event(
        'SIGNED',
        { kind: 'SIGNER', name, role: 'PATIENT' },
        {
          order: 1,
          [key]: name,
        },
      );
      expect(withoutPeople([signed])[0]!.detail, `${key} ${name}`).toEqual({ order: 1 });
    }
});
