import 'fake-indexeddb/auto';
import { expect, test as base, vi } from 'vitest';
import type { Change } from '#contract/sync.ts';
import type { Consent } from '#contract/shapes/record-shapes.ts';
import { DAY, HOUR } from '#domain/base/limits.ts';
import { endedStateOf, type CaseEnded } from '#domain/cases/case-end.ts';
import { CONFIRM_AFTER_DAYS, confirmStateOf, confirmWords, LAPSE_AFTER_DAYS } from '#domain/cases/confirm-state.ts';
import { horizonOf } from '#domain/cases/horizon.ts';
import { NEEDS } from '#domain/cases/needs.ts';
import { openPointsOnForm } from '#domain/documents/open-points-on-form.ts';
import { AHEAD_DEFAULTS } from '#domain/organisation/ahead-settings.ts';
import { formNeedsOf, inOrderOfHarm, listNeedOf } from '#domain/theatre/case-needs.ts';
import { lightOf, type Light } from '#domain/theatre/theatre-light.ts';
import { plainDateOf } from '#domain/values/plain-date.ts';
import { saveProfile } from '#store/session/profile.ts';
import { confirmClockOf } from '#store/views/confirm-state.ts';
import { readNeeds } from '#store/views/needs.ts';
import { demoConsent, demoPatient, demoUser } from '#tests/store/demo-entities.ts';
import { listedCases, on, TODAY } from '#tests/store/listed-cases.ts';
import { storeFixtures } from '#tests/store/store-fixtures.ts';
import { seededRandom } from '#tests/support/checks/random.ts';

// The figure of messages: random cases, and what waits of each, as the server asks the rules of whole forms and a tablet those of summaries.

vi.setConfig({ testTimeout: 240_000 });

const test = base.extend(storeFixtures);
const CASES = 500;
const NOW = Date.parse('2026-08-06T12:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * DAY).toISOString();
const random = seededRandom('needs model');
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const isSo = (share: number) => random() < share;

type Event = Consent['Timeline'][number];
type Made = {
  readonly recordID: string;
  readonly patientID: string;
  /** newest first */
  readonly versions: readonly Consent[];
  readonly listed: ReturnType<typeof on> | null;
  readonly ended: CaseEnded | null;
};

const AGES = [1, 30, CONFIRM_AFTER_DAYS, CONFIRM_AFTER_DAYS + 1, 120, LAPSE_AFTER_DAYS, LAPSE_AFTER_DAYS + 1, 300];
const NEWEST = ['SIGNED', 'SIGNED', 'SIGNED', 'DRAFT', 'SENT', 'PARTIALLY_SIGNED', 'WITHDRAWN', 'DECLINED', 'EXPIRED'] as const;
const EARLIER = ['SIGNED', 'SIGNED', 'WITHDRAWN', 'WITHDRAWN', 'DECLINED', 'SENT', 'EXPIRED'] as const;
const CHOICES = [
  [],
  [],
  [{ id: 'students', title: 'Students', answer: 'DISCUSS' }],
  [{ id: 'blood', title: 'Blood', answer: null }],
  [{ id: 'blood', title: 'Blood', answer: 'ACCEPT' }],
] as const satisfies readonly Consent['additionalChoices'][];

const LINK = {
  signing_order: 1,
  channel: 'EMAIL',
  mail: 'SENT',
  sentAt: daysAgo(2),
  openedAt: null,
  triesLeft: 5,
  endsAt: '2026-08-20T11:00:00.000Z',
  code: null,
} as const;
/** One that was locked, one whose mail was refused for good, and one that another way gave up. */
const LINKS: readonly NonNullable<Consent['links']>[] = [
  [],
  [],
  [{ ...LINK, state: 'LOCKED', triesLeft: 0 }],
  [{ ...LINK, state: 'MAILED', mail: 'FAILED' }],
  [{ ...LINK, state: 'MAILED' }],
];

const signer = (role: 'PATIENT' | 'CLINICIAN', isSigned: boolean): Consent['recipients'][number] => ({
  recipient_name: 'Amber Demo-Rowan',
  recipient_email: null,
  action_type: 'SIGN',
  signing_order: role === 'PATIENT' ? 1 : 2,
  role,
  state: isSigned ? 'SIGNED' : 'WAITING',
  method: isSigned ? 'DRAWN' : null,
  signedAt: null,
});

const eventOf = (type: Event['type'], consentID: string, detail: Event['detail'] = {}): Event => ({
  id: `${consentID} ${type}`,
  at: daysAgo(1),
  deviceAt: null,
  type,
  actor: { kind: 'SIGNER', name: 'Amber Demo-Rowan', role: 'PATIENT' },
  versionId: consentID,
  detail,
  prevHash: '',
  hash: 'h',
});

function questionsOf(consentID: string): Consent['questions'] {
  if (!isSo(0.25)) return [];
  const question = {
    id: consentID,
    askedBy: 'Amber Demo-Rowan',
    text: 'Does it hurt?',
    askedAt: daysAgo(1),
    answer: null,
    answeredBy: null,
  };
  return [isSo(0.6) ? question : { ...question, answer: 'No', answeredBy: 'Demo Clinician' }];
}

type Making = { readonly status: Consent['status']; readonly isNewest: boolean; readonly ended: CaseEnded | null };

function versionOf(ids: Pick<Made, 'recordID' | 'patientID'>, consentID: string, { status, isNewest, ended }: Making): Consent {
  const isOut = status === 'SENT' || status === 'PARTIALLY_SIGNED';
  const wasSigned = status === 'SIGNED' || status === 'WITHDRAWN' || status === 'SUPERSEDED';
  const confirmation = wasSigned && isSo(0.2) ? { at: daysAgo(1), clinicianId: demoUser._id, name: 'Demo Clinician' } : null;
  const signedAt = wasSigned ? daysAgo(pick(AGES)) : null;
  const form = { status, signedAt, confirmation, clinicianAtSigning: demoUser._id, clinicianNow: demoUser._id };
  const endedOn = ended?.kind === 'DONE' ? ended.on : undefined;
  return demoConsent({
    ...ids,
    consentID,
    status,
    versionNumber: isNewest ? 2 : 1,
    clinician: { _id: demoUser._id, name: 'Demo Clinician' },
    // An earlier version ends before the newer one is begun, or after it.
    createdAt: daysAgo(isNewest ? 10 : 310),
    sentAt: status === 'DRAFT' ? null : daysAgo(isNewest ? pick([8, 3]) : 305),
    updatedAt: daysAgo(isNewest ? pick([2, 2, 2, 31]) : pick([15, 5, 40])),
    signedAt,
    confirmation,
    confirmState: confirmStateOf({ ...form, childSaidNo: false, endedOn }, { ...SETTINGS }, NOW),
    sealState: wasSigned ? pick(['SEALED', 'SEALED', 'SEALED', 'SEALING'] as const) : 'NONE',
    ended,
    additionalChoices: [...pick(CHOICES)],
    questions: questionsOf(consentID),
    recipients:
      status === 'DRAFT' ? [] : [signer('PATIENT', wasSigned || status === 'PARTIALLY_SIGNED'), signer('CLINICIAN', wasSigned)],
    links: isOut ? pick(LINKS) : [],
    ...(isOut && isSo(0.15) ? { disagreement: UNSETTLED } : {}),
  });
}

const UNSETTLED = { outcome: 'NOT_SETTLED', note: '', courtOrder: null, recordedBy: 'Demo', at: daysAgo(1) } as const;
const SETTINGS = { confirmAfterDays: CONFIRM_AFTER_DAYS, lapseAfterDays: LAPSE_AFTER_DAYS, timeZone: 'Europe/London' };

function eventsOf({ consentID, status }: Consent): Event[] {
  const isOut = status === 'SENT' || status === 'PARTIALLY_SIGNED';
  return [
    ...(status !== 'DRAFT' && isSo(0.15) ? [eventOf('NOTE_WRITTEN', consentID, { note: 'A new tablet' })] : []),
    ...(isOut && isSo(0.2) ? [eventOf('MORE_TIME', consentID, { comments: 'I ask my daughter', order: 1 })] : []),
    ...(isOut && isSo(0.2) ? [eventOf('SCAN_UPLOADED', consentID, { sha256: 'a', pages: 1 })] : []),
    ...(isOut && isSo(0.1) ? [eventOf('IDENTITY_REFUSED', consentID)] : []),
  ];
}

function endOf(): CaseEnded | null {
  if (!isSo(0.15)) return null;
  const end = { source: 'PERSON', by: 'Demo Clinician', at: daysAgo(1) } as const;
  return isSo(0.5) ? { ...end, kind: 'CLOSED', on: TODAY } : { ...end, kind: 'DONE', on: pick([TODAY, plainDateOf(NOW - DAY)]) };
}

function madeCase(newId: () => string): Made {
  const ids = { recordID: newId(), patientID: newId() };
  const ended = endOf();
  const status = pick(NEWEST);
  const earlier = status === 'SIGNED' ? 'SUPERSEDED' : pick(EARLIER);
  const plain = [
    versionOf(ids, newId(), { status, isNewest: true, ended }),
    ...(isSo(0.6) ? [versionOf(ids, newId(), { status: earlier, isNewest: false, ended })] : []),
  ];
  // Each version has the timeline of its whole case.
  const Timeline = plain.flatMap(eventsOf);
  const date = pick([null, ...[-1, 0, 0, 1, 2, 3, 5, 7, 8].map((days) => plainDateOf(NOW + days * DAY))]);
  return { ...ids, versions: plain.map((each) => ({ ...each, Timeline })), listed: date === null ? null : on(date), ended };
}

const inForceOf = ({ versions, ended }: Made) =>
  ended?.kind === 'CLOSED' ? undefined : versions.find(({ status }) => status === 'SIGNED');

/** The light as the server works it out, of whole forms. */
function lightOnServer(made: Made): Light {
  const { versions, listed, ended } = made;
  const inForce = inForceOf(made);
  const listedOn = listed?.date ?? null;
  const state = inForce && {
    sealState: inForce.sealState,
    confirmState: inForce.confirmState,
    confirmed: confirmWords(
      {
        status: 'SIGNED',
        signedAt: inForce.signedAt,
        confirmation: inForce.confirmation ?? null,
        clinicianAtSigning: demoUser._id,
        clinicianNow: demoUser._id,
        childSaidNo: false,
        endedOn: undefined,
      },
      SETTINGS,
      NOW,
    ),
  };
  return lightOf({
    patientStatus: 'ACTIVE',
    status: versions[0]!.status,
    inForce: state ?? null,
    isNewest: inForce === versions[0],
    isLastVoided: false,
    hasOpenQuestion: (inForce ?? versions[0]!).questions.some(({ answer }) => answer === null),
    openPoints: inForce === undefined ? [] : openPointsOnForm(inForce),
    ended: endedStateOf(ended, { listedOn, today: TODAY }),
  });
}

/** Whether a listed case is ready, by the words of the paper and by no rule of the product. */
function isReady({ versions, listed, ended }: Made): boolean {
  const [newest] = versions;
  if (ended?.kind === 'DONE') return listed !== null && listed.date <= ended.on;
  if (newest?.status !== 'SIGNED' || newest.sealState !== 'SEALED' || newest.signedAt === null) return false;
  const days = Math.round((NOW - Date.parse(newest.signedAt)) / DAY);
  const isConfirmed = newest.confirmation != null && days <= LAPSE_AFTER_DAYS;
  const isOpen = newest.questions.some(({ answer }) => answer === null);
  const isTalkWanted = newest.additionalChoices.some(({ answer }) => answer === null || answer === 'DISCUSS');
  return (days <= CONFIRM_AFTER_DAYS || isConfirmed) && !isOpen && !isTalkWanted;
}

const HORIZON = horizonOf(NOW, 'Europe/London', AHEAD_DEFAULTS);

/** The needs as the server works them out: of whole forms, whose timelines and choices no summary has shortened. */
function needsOnServer(made: Made) {
  const { versions, listed, ended } = made;
  const listedOn = listed?.date ?? null;
  const ofForms = formNeedsOf(
    { versions, listedOn, confirmedAt: inForceOf(made)?.confirmation?.at ?? null },
    { now: NOW, today: TODAY },
  );
  const ofList = listNeedOf(listedOn === null ? null : { ...lightOnServer(made), date: listedOn, ended }, HORIZON);
  return inOrderOfHarm([...ofForms, ...(ofList === null ? [] : [ofList])]);
}

function changesOf(made: Made): Change[] {
  const { recordID, patientID, versions, listed, ended } = made;
  const { light, reason } = lightOnServer(made);
  const listing = {
    recordID,
    patientID,
    currentConsentID: versions[0]!.consentID,
    inForceConsentID: inForceOf(made)?.consentID ?? null,
    listed,
    listedBy: null,
    listedAt: null,
    light,
    reason,
    ended,
    version: 1,
  };
  return [
    { entity: 'patient', id: patientID, version: 1, data: demoPatient({ id: patientID, lastName: 'Demo-Model' }) },
    ...versions.map((data): Change => ({ entity: 'consent', id: data.consentID, version: 1, data })),
    { entity: 'listed', id: recordID, version: 1, data: listing },
  ];
}

test('500 random cases: the same needs on the server and on a tablet, and one exactly where a listed case is not ready', async ({
  store,
}) => {
  await saveProfile(store, demoUser);
  expect(Math.abs(confirmClockOf(store).now - NOW)).toBeLessThan(12 * HOUR);
  const all = Array.from({ length: CASES }, () => madeCase(store.env.newId));
  const { pull } = listedCases(store);
  for (let at = 0; at < all.length; at += 50) await pull(all.slice(at, at + 50).flatMap(changesOf));
  const { rows, ready, hidden } = await readNeeds(store, NOW);
  expect(hidden).toBe(0);
  const byCase = new Map(rows.map((row) => [row.recordID, row]));
  const seen = new Set<string>();
  let below = 0;
  for (const made of all) {
    const needs = needsOnServer(made);
    const row = byCase.get(made.recordID);
    const [worst] = needs;
    const onServer = worst && { need: worst.need, question: worst.question, points: worst.points, reason: worst.reason };
    const onTablet = row && { need: row.need, question: row.question, points: row.points, reason: row.reason };
    const about = JSON.stringify(made.versions.map(({ status, updatedAt }) => [status, updatedAt]));
    expect([onTablet, row?.more, row?.updatedAt], about).toEqual([onServer, worst && needs.length - 1, worst?.updatedAt]);
    for (const { need } of needs) seen.add(need);
    const date = made.listed?.date ?? '';
    const isNear = date >= TODAY && date <= HORIZON.aheadUntil && made.ended?.kind !== 'CLOSED';
    const isBelow = isNear && !isReady(made);
    if (isBelow) below += 1;
    expect(
      needs.some(({ reason }) => reason !== null),
      `${about} ${date}`,
    ).toBe(isBelow);
    // “Nothing needs you” stands where there is no row at all.
    if (isBelow) expect(row).toBeDefined();
  }
  expect(below).toBeGreaterThan(100);
  expect(ready.count).toBeGreaterThan(10);
  // Taking back after the operation has tests of its own.
  expect(NEEDS.filter((need) => !seen.has(need))).toEqual(['WITHDRAWN_AFTER']);
});
