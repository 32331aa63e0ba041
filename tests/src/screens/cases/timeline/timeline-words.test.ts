import { describe, expect, test } from 'vitest';
import { isDeviceTimeApart, timelineLines } from '#src/screens/cases/timeline/timeline-words.ts';
import { event } from '../build.ts';

describe('the timeline in words', () => {
  test('the newest stands on top', () => {
    expect(timelineLines([event('CASE_CREATED'), event('CONSENT_SENT')]).map(({ title }) => title)).toEqual([
      'Made ready for signing',
      'Case opened',
    ]);
  });

  test('a signature says who and how', () => {
    const [line] = timelineLines([event('SIGNED', { detail: { role: 'PATIENT', method: 'MARK_WITNESSED' } })]);
    expect(line).toMatchObject({ title: 'Signed: Patient, mark, with a witness', tone: 'ok' });
  });

  test('a run of edits by one person is one line that counts them', () => {
    const other = { kind: 'STAFF', name: 'Demo Nurse', role: 'NURSE' } as const;
    const lines = timelineLines([
      event('CONSENT_UPDATED', { id: '1' }),
      event('CONSENT_UPDATED', { id: '2' }),
      event('CONSENT_UPDATED', { id: '3', actor: other }),
      event('CONSENT_SENT', { id: '4' }),
      event('CONSENT_UPDATED', { id: '5' }),
    ]);
    expect(lines.map(({ title, event: { id } }) => `${id} ${title}`)).toEqual([
      '5 Consent edited',
      '4 Made ready for signing',
      '3 Consent edited',
      '2 Consent edited, 2 times',
    ]);
  });

  test('reasons and questions stand in full, machine ids do not', () => {
    const [line] = timelineLines([event('REOPENED', { detail: { reason: 'Wrong side', previous: 'an id' } })]);
    expect(line?.details).toEqual(['Reason: Wrong side']);
  });

  test('what signers wrote on a form that was recalled stands in full, with who wrote it', () => {
    const written = { patientComments: 'Ring my sister', parentComments: 'We wait', interpreterComments: 'By telephone' };
    const detail = { reason: 'Wrong side', cancelledSignatures: 'PATIENT, PARENT', ...written };
    const [line] = timelineLines([event('RECALLED', { detail })]);
    expect(line?.details).toEqual([
      'Reason: Wrong side',
      'Cancelled signatures: Patient, Parent',
      'The patient added: Ring my sister',
      'The parents added: We wait',
      'The interpreter added: By telephone',
    ]);
  });

  test('a place on a surgery list stands in words', () => {
    const detail = { date: '2026-12-03', theatre: 'Theatre 2', listType: 'THEATRE' };
    expect(timelineLines([event('LISTED', { detail })])[0]).toMatchObject({
      title: 'Listed for surgery',
      details: ['Date: 3 December 2026', 'Theatre: Theatre 2', 'List: Theatre list'],
    });
    const [line] = timelineLines([event('UNLISTED', { detail: { ...detail, theatre: null } })]);
    expect(line).toMatchObject({ title: 'Taken off the surgery list', details: ['Date: 3 December 2026', 'List: Theatre list'] });
  });

  test('a link says whose it is, how it went, and why it ended', () => {
    const of = (type: string, detail: Record<string, string | number>) =>
      timelineLines([event(type, { detail: { role: 'PATIENT', order: 1, ...detail } })])[0];
    expect(of('LINK_SENT', { channel: 'EMAIL' })).toMatchObject({ title: 'Link sent: Patient', details: ['How: by email'] });
    expect(of('LINK_SENT', { channel: 'QR' })?.details).toEqual(['How: as a code']);
    expect(of('LINK_LOCKED', {})).toMatchObject({ title: 'Link locked after five wrong answers: Patient', tone: 'stop' });
    expect(of('LINK_ENDED', { by: 'OTHER_WAY' })?.details).toEqual(['Why: the tablet was handed over instead']);
    expect(of('CONSENT_SENT', { channel: 'DEVICE' })?.details).toEqual([]);
    expect(of('LINK_OPENED', { channel: 'EMAIL' })?.details).toEqual([]);
    expect(of('REMINDED', {})?.title).toBe('Reminder sent: Patient');
    expect(of('EXPIRED', {})?.tone).toBe('warn');
  });

  test('the version that replaced another one is no reason in words', () => {
    expect(timelineLines([event('VOIDED', { detail: { by: 'an id' } })])[0]?.details).toEqual([]);
  });

  test('level and digest of a seal are not in the first lines', () => {
    const [line] = timelineLines([event('SEALED', { detail: { level: 'B-B', sha256: 'ab12' } })]);
    expect(line).toMatchObject({
      title: 'Document sealed',
      details: [],
      technical: ['Seal, PAdES: B-B', 'SHA-256 of the document: ab12'],
    });
  });

  test('an event that this release does not know is shown all the same', () => {
    expect(timelineLines([event('SOMETHING_NEW')])[0]?.title).toBe('SOMETHING_NEW');
  });

  test('the tablet’s clock is mentioned when it is off', () => {
    const at = '2026-08-06T14:00:00.000Z';
    expect(isDeviceTimeApart({ at, deviceAt: '2026-08-06T14:00:20.000Z' })).toBe(false);
    expect(isDeviceTimeApart({ at, deviceAt: '2026-08-06T13:40:00.000Z' })).toBe(true);
    expect(isDeviceTimeApart({ at, deviceAt: null })).toBe(false);
  });
});
