import { expect, test } from 'vitest';
import type { TimelineEvent } from '#domain/cases/timeline.ts';
import { LATER_STATEMENT, type LaterSignature, type StoredLaterAnswers } from '#domain/signing/later-signature.ts';
import { isClinician } from '#domain/forms/signer-roles.ts';
import type { DocumentSource } from '#server/work/documents/content/document-source.ts';
import { onPdf } from '#tests/server/outside/pdf/pdf-tools.ts';
import { handOver, inked, signIn, typed, type Caller } from '#tests/support/forms/builders.ts';
import { bloodAndStudents, FORMS_WITH_CHOICES } from '#tests/support/forms/forms-with-choices.ts';
import { answersAt } from '#tests/support/forms/later.ts';
import { plainForm } from '#tests/support/forms/plain-form.ts';
import { useTestApp } from '#tests/support/server/use-test-app.ts';
import { kept, registerTablet, sendEnvelope } from '#tests/support/tablet/tablet.ts';
import { signaturesOf, textOf } from './drawn-parts.ts';

const ON_TABLET = '2026-08-06T14:04:40.000Z';
const RECEIVED = '2026-08-06T14:30:00.000Z';

/** A form whose patient answered a choice again on a tablet without a network. */
function answeredLater(given: Partial<LaterSignature>, detail: TimelineEvent['detail'] = {}): DocumentSource {
  const source = plainForm('FORM_1');
  const signer = source.recipients.find(({ role }) => !isClinician(role))!;
  const { id, title, answer: first } = source.pinned.answers.additionalChoices[0]!;
  const { role, name, signing_order } = signer;
  const digest = 'c'.repeat(64);
  const signature: LaterSignature = {
    name,
    method: 'TYPED',
    typedName: name,
    statement: LATER_STATEMENT,
    contentDigest: source.digest,
    answersDigest: digest,
    capturedAt: ON_TABLET,
    ...given,
  };
  const record: StoredLaterAnswers = {
    role,
    name,
    signing_order,
    at: RECEIVED,
    day: '2026-08-06',
    capturedAt: ON_TABLET,
    method: signature.method,
    answers: [{ id, title, first, answer: 'REFUSE' }],
    digest,
    handoverId: '019fd764-42e5-7092-b2b2-62c217650300',
    signature,
  };
  const event: TimelineEvent = {
    id: '019fd764-42e5-7092-b2b2-62c217650301',
    at: RECEIVED,
    deviceAt: ON_TABLET,
    type: 'TALKED',
    actor: { kind: 'SIGNER', name, role },
    versionId: source.consentId,
    detail: { answersDigest: digest, ...detail },
    prevHash: '',
    hash: '',
  };
  return { ...source, laterAnswers: [record], events: [...source.events, event] };
}

const laterBoxOf = (source: DocumentSource) => signaturesOf(source).find(({ label }) => label === 'After signing');

const TYPED = 'Typed name';

/** Later signatures by what is known of them, with the words of each box. */
const KNOWN: readonly [string, Partial<LaterSignature>, TimelineEvent['detail'], object][] = [
  ['nothing more', {}, {}, { method: TYPED, language: undefined }],
  [
    'another name, nobody asked',
    { typedName: 'Ann Other' },
    {},
    { method: `${TYPED}. Typed another name than the form’s; nobody asked`, language: undefined },
  ],
  [
    'another name, confirmed',
    { typedName: 'Ann Other', nameConfirmed: true },
    {},
    { method: `${TYPED}. Typed another name than the form’s; asked, the signer said that they sign so`, language: undefined },
  ],
  [
    'pages in another language',
    { readIn: 'cy' },
    {},
    { method: TYPED, language: 'Pages shown in Welsh when signing (translation not yet reviewed)' },
  ],
  [
    'a machine translation',
    { machineTranslated: true },
    {},
    { method: TYPED, language: 'Shown in a machine translation by the browser' },
  ],
  [
    'sent on by a clinician',
    {},
    { sentBy: 'Demo Clinician' },
    {
      method: `${TYPED}. Sent on by Demo Clinician from the tablet, which had not reached the server at the signature`,
      language: undefined,
    },
  ],
  [
    'a handover without a network',
    {},
    { sentBy: 'Demo Clinician', isOfflineHandover: true },
    { method: `${TYPED}. Sent on by Demo Clinician from a handover without a network`, language: undefined },
  ],
];

test.each(KNOWN)('the box of a later answer says what is known of its signature: %s', (_, given, detail, words) => {
  const box = laterBoxOf(answeredLater(given, detail));
  expect({ method: box?.method, language: box?.language }).toEqual(words);
});

test('who sent on the same answers another time is not said here', () => {
  const source = answeredLater({});
  const before = { ...source.events.at(-1)!, deviceAt: '2026-08-06T14:01:00.000Z', detail: { sentBy: 'Demo Nurse' } };
  const events = [...source.events, { ...before, detail: { ...before.detail, answersDigest: 'c'.repeat(64) } }];
  expect(laterBoxOf({ ...source, events })?.method).toBe(TYPED);
});

test('a later answer stands under the time at which it was given, not that at which it arrived', () => {
  expect(textOf(answeredLater({}))).toContain(', after signing, 6 August 2026, 15:04:40 BST');
});

let staff: Caller & { token: string };
const app = useTestApp(async (opened) => {
  staff = await signIn(opened);
});

test('all that is known of a later signature comes from the tablet’s queue into the sealed document', async () => {
  const version = await FORMS_WITH_CHOICES.FORM_1(staff, bloodAndStudents('DISCUSS', 'ACCEPT'));
  const { consentID } = version;
  const holder = await handOver(app, staff, { consentID, role: 'PATIENT' });
  await holder.call('recordSign', inked(holder.details));
  const again = await handOver(app, staff, { consentID, role: 'PATIENT' });
  const known = { typedName: 'Ann Other', nameConfirmed: true, readIn: 'cy', machineTranslated: true } as const;
  const tablet = await registerTablet(await signIn(app));
  const handover = { role: 'PATIENT' as const, handoverId: crypto.randomUUID() };
  const capture = { capturedAt: ON_TABLET };
  const body = { ...(await answersAt(again.details, { blood: 'REFUSE' }, known)), ...handover };
  const sent = [kept('consentSendToSign', { consentID, ...handover }, capture), kept('recordAnswers', body, capture)];
  expect((await sendEnvelope(app, tablet, sent)).map(({ status }) => status)).toEqual([200, 200]);
  await staff.call('recordSign', typed(version, { openPoints: [] }));
  await app.doJobs();
  const stored = await app.database.db
    .selectFrom('consents')
    .select('later_answers')
    .where('id', '=', consentID)
    .executeTakeFirstOrThrow();
  expect(stored.later_answers.map(({ signature }) => signature)).toMatchObject([known]);
  const text = onPdf(await staff.download(consentID), 'pdftotext', '-raw', 'FILE', '-').replaceAll(/\s+/g, ' ');
  for (const words of [
    'Typed another name than the form’s; asked, the signer said that they sign so. Sent on by Demo Clinician from a handover without a network',
    'Pages shown in Welsh when signing (translation not yet reviewed). Shown in a machine translation by the browser',
  ])
    expect(text).toContain(words);
});
