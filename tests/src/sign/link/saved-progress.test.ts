import { beforeEach, expect, test, vi } from 'vitest';
import { DAY } from '#domain/base/limits.ts';
import {
  clearOldProgress,
  clearOtherVersions,
  clearProgress,
  clearProgressOf,
  leaveAside,
  readProgress,
  resumeAt,
  saveProgress,
} from '#src/sign/link/saved-progress.ts';
import type { SignerStep } from '#src/sign/steps.ts';
import { INITIAL_VISIT, visitReducer, type Aside, type Visit } from '#src/sign/visit.ts';
import { aForm, OPEN_QUESTION } from '#tests/src/sign/form.ts';

let items: Record<string, unknown>;
/** A new page: what the last one had in memory is gone. */
let link = '';
beforeEach(() => {
  link = crypto.randomUUID();
  items = {};
  const methods = {
    getItem: (name: string) => (items[name] as string | undefined) ?? null,
    setItem: (name: string, value: string) => (items[name] = value),
    removeItem: (name: string) => delete items[name],
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(items, name, { value });
  vi.stubGlobal('localStorage', items);
  clearProgress(aForm());
});

const ticketOf = (by: string) => ({ link: by, ticket: 't_1', consentID: '', role: 'PATIENT' as const, expiresAt: '' });
const INK = [[{ x: 0.1, y: 0.1, t: 0 }]];

function visitAt(at: SignerStep, aside: Aside | null = null): Visit {
  const input = { ...INITIAL_VISIT.input, matters: 'The garden', question: 'Why?', ink: { DRAWN: INK, MARK_WITNESSED: [] } };
  return {
    ...INITIAL_VISIT,
    stage: { kind: 'form', at, aside, returnTo: null },
    details: aForm(),
    isConfirmed: true,
    isVerified: true,
    input,
  };
}
const again = (details = aForm(), by = link) =>
  visitReducer({ ...INITIAL_VISIT, isVerified: true }, resumeAt(ticketOf(by))({ kind: 'loaded', details }));
const ofVersion = (consentID: string, recordID: string) => aForm({ consentID, recordID });

test('who comes back is at the same page, with what was typed and drawn', () => {
  saveProgress(link, visitAt('sign'));
  const { stage, input, isConfirmed } = again();
  expect(stage).toMatchObject({ kind: 'form', at: 'sign' });
  expect([isConfirmed, input.matters, input.ink.DRAWN]).toEqual([true, 'The garden', INK]);
});

test('nothing of the form itself is stored, and nothing of a form that is answered', () => {
  saveProgress(link, visitAt('sign'));
  const stored = JSON.stringify(items);
  expect(stored).toContain('The garden');
  for (const secret of ['Rowan', 'Cataract', '1950-03-14', 't_1']) expect(stored).not.toContain(secret);
  clearProgress(aForm());
  expect([Object.keys(items), readProgress(aForm())]).toEqual([[], null]);
});

test('a form that changed is read from its beginning: words stay, ink and answers do not', () => {
  saveProgress(link, visitAt('sign'));
  const { stage, input } = again(aForm({ mattersToMe: 'Walking' }, { contentDigest: '2'.repeat(64) }));
  expect(stage).toMatchObject({ at: 'plan' });
  expect([input.matters, input.question, input.ink.DRAWN]).toEqual(['Walking', 'Why?', []]);
});

test('an open question closes the pages after it, also to who was there', () => {
  saveProgress(link, visitAt('sign'));
  expect(again(aForm({ questions: [OPEN_QUESTION] })).stage).toMatchObject({ at: 'question' });
});

test('who has signed elsewhere comes back to the end', () => {
  saveProgress(link, visitAt('sign'));
  expect(again(aForm({}, { state: 'SIGNED' })).stage).toMatchObject({ kind: 'over', ending: 'signed' });
});

test('after more time was asked for, the page behind that is the one to come back to', () => {
  saveProgress(link, visitAt('sign', 'later'));
  leaveAside(aForm());
  expect(again().stage).toMatchObject({ at: 'sign', aside: null });
});

test('what another build stored, and what nobody came back to, is not read', () => {
  const { consentID } = aForm().consent;
  items[`assent.progress.${consentID}.1`] = JSON.stringify({ format: 1 });
  expect(readProgress(aForm())).toBeNull();
  saveProgress(link, visitAt('sign'));
  items['assent.other'] = 'stays';
  clearOldProgress(Date.now() + 89 * DAY);
  expect(Object.keys(items)).toHaveLength(2);
  clearOldProgress(Date.now() + 91 * DAY);
  expect(Object.keys(items)).toEqual(['assent.other']);
});

test('the link of a reminder, and one that was sent again, lead to the same page with the same words', () => {
  saveProgress(link, visitAt('sign'));
  const { stage, input } = again(aForm(), 'another link');
  expect(stage).toMatchObject({ kind: 'form', at: 'sign' });
  expect([input.matters, input.ink.DRAWN]).toEqual(['The garden', INK]);
});

test('no other signer of the form, and none of another text by another link, reads what was typed', () => {
  saveProgress(link, visitAt('sign'));
  const second = aForm({}, { signing_order: 2 });
  const [me] = second.recipients;
  expect(again({ ...second, recipients: [me!, { ...me!, signing_order: 2 }] }).input.question).toBe('');
  const { stage, input } = again(aForm({}, { contentDigest: '2'.repeat(64) }), 'another link');
  expect(stage).toMatchObject({ at: 'plan' });
  expect([input.question, input.comments]).toEqual(['', '']);
});

test('with another version of the form the places in older ones go, and those of other forms stay', () => {
  const [first, second, other] = [ofVersion('v1', 'r1'), ofVersion('v2', 'r1'), ofVersion('v3', 'r2')];
  for (const details of [first, other]) saveProgress(link, { ...visitAt('sign'), details });
  clearOtherVersions(second);
  expect([readProgress(first), readProgress(other)?.recordID]).toEqual([null, 'r2']);
});

test('of a version that does not count nothing stays, of no signer, by whichever link', () => {
  const save = () => {
    for (const details of [ofVersion('v1', 'r1'), ofVersion('v2', 'r1')])
      saveProgress(`${link}-of-${details.consent.consentID}`, { ...visitAt('sign'), details });
  };
  save();
  clearProgressOf(`${link}-of-v1`, undefined);
  expect(Object.keys(items)).toEqual(['assent.progress.v2.1']);
  save();
  clearProgressOf('another link', 'v1');
  expect(Object.keys(items)).toEqual(['assent.progress.v2.1']);
  clearProgressOf('another link', undefined);
  expect(Object.keys(items)).toEqual(['assent.progress.v2.1']);
});

test('where the browser stores nothing, the place lasts as long as the page', () => {
  vi.stubGlobal('localStorage', undefined);
  saveProgress(link, visitAt('matters'));
  expect(again().stage).toMatchObject({ at: 'matters' });
});
