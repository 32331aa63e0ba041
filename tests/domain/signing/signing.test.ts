import { createHash } from 'node:crypto';
import { canonical, isSameValue } from '#domain/base/canonical.ts';
import { placeholder, recipientsOf } from '#domain/consents/recipients.ts';
import { inkLength, isInked, signatureFaults, Strokes, type StrokePoint } from '#domain/signing/signature.ts';
import { statementFor } from '#domain/consents/statements.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';
import { blocksOf, type TemplateNode } from '#domain/templates/template.ts';
import { TemplateNodes } from '#domain/templates/template-nodes.ts';
import { CHAIN_START, checkChain, eventHash, type TimelineEvent } from '#domain/cases/timeline.ts';
import * as v from 'valibot';
import { expect, test } from 'vitest';

const row = (count: number, length: number): StrokePoint[] =>
  Array.from({ length: count }, (_, at) => ({ x: (at / (count - 1)) * length, y: 0.5, t: at }));

test.each([
  ['eight points over a tenth of the pad', [row(8, 0.1000001)], true],
  ['seven points', [row(7, 0.5)], false],
  ['eight points over less than a tenth', [row(8, 0.09)], false],
  ['a dot', [row(50, 0)], false],
  ['nothing', [], false],
  ['two short strokes that add up', [row(4, 0.06), row(4, 0.06)], true],
])('%s is a signature: %s', (_, strokes, is) => {
  expect(isInked(strokes)).toBe(is);
});

test('ink is measured in pad widths: the height is a third of the width, and lifting the pen draws nothing', () => {
  const down: StrokePoint[] = [
    { x: 0, y: 0, t: 0 },
    { x: 0, y: 1, t: 1 },
  ];
  expect(inkLength([down])).toBeCloseTo(1 / 3);
  expect(inkLength([row(2, 0.5), row(2, 0.25)])).toBeCloseTo(0.75);
});

test('points outside the pad, without time, or with anything besides are no strokes', () => {
  for (const wrong of [
    [[{ x: 1.01, y: 0, t: 0 }]],
    [[{ x: -0.01, y: 0, t: 0 }]],
    [[{ x: 0, y: 0 }]],
    [[{ x: 0, y: 0, t: -1 }]],
    [[{ x: 0, y: 0, t: 0, pressure: 1 }]],
    [[]],
    [[{ x: Number.NaN, y: 0, t: 0 }]],
  ])
    expect(v.safeParse(Strokes, wrong).success, JSON.stringify(wrong)).toBe(false);
  expect(
    v.safeParse(
      Strokes,
      Array.from({ length: 20 }, () => row(1001, 1)),
    ).success,
  ).toBe(false);
  expect(
    v.safeParse(
      Strokes,
      Array.from({ length: 20 }, () => row(1000, 1)),
    ).success,
  ).toBe(true);
});

const witness = { name: 'Demo Witness', role: 'Nurse' };
test.each([
  ['DRAWN', { strokes: [row(20, 0.5)] }, []],
  ['DRAWN', {}, ['strokes']],
  ['TYPED', { typedName: 'Demo' }, []],
  ['TYPED', { strokes: [row(20, 0.5)] }, ['typedName']],
  ['MARK_WITNESSED', { strokes: [row(1, 0)], witness }, []],
  ['MARK_WITNESSED', { strokes: [] }, ['strokes', 'witness']],
  ['VERBAL_WITNESSED', { witness }, []],
  ['VERBAL_WITNESSED', {}, ['witness']],
  ['PAPER_SCAN', {}, ['method']],
] as const)('%s with %j lacks %j', (method, given, lacking) => {
  const parts = { method, strokes: undefined, typedName: undefined, witness: undefined, ...structuredClone(given) };
  // The table's lists are read-only; a signature's are not.
  expect(signatureFaults(parts as Parameters<typeof signatureFaults>[0]).map(({ path }) => path)).toEqual(lacking);
});

// Examples of RFC 8785 and what its rules say of each kind.
test.each<[unknown, string]>([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [
    { '\u20ac': 1, '\r': 2, '1': 3, '\u0080': 4, '\u00f6': 5, '\ufb33': 6, '\ud83d\ude00': 7 },
    '{"\\r":2,"1":3,"\u0080":4,"\u00f6":5,"\u20ac":1,"\ud83d\ude00":7,"\ufb33":6}',
  ],
  [[Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0, 0], '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,0]'],
  ['\u000f\n"\\/', '"\\u000f\\n\\"\\\\/"'],
  [{ a: undefined, b: [], c: {} }, '{"b":[],"c":{}}'],
  [[null, true, false], '[null,true,false]'],
])('%j is written %s', (value, text) => {
  expect(canonical(value)).toBe(text);
});

test('what JSON cannot hold is refused, never guessed', () => {
  for (const wrong of [Number.NaN, Infinity, undefined, [undefined], () => 1, 1n, Symbol('x')])
    expect(() => canonical(wrong)).toThrow(TypeError);
});

test.each<[unknown, unknown, boolean]>([
  [{ a: 1, b: [2, { c: null }] }, { b: [2, { c: null }], a: 1 }, true],
  [undefined, null, true],
  [{ a: 1, b: undefined }, { a: 1 }, true],
  [null, '', false],
  [0, false, false],
  [[1, 2], [2, 1], false],
  [{ a: null }, {}, false],
])('%j and %j say the same: %s', (one, other, isSame) => {
  expect(isSameValue(one, other)).toBe(isSame);
  expect(isSameValue(other, one)).toBe(isSame);
});

const block = (
  type: 'consent-patient' | 'consent-clinic' | 'consent-interpreter' | 'paragraph',
  ...children: TemplateNode[]
): TemplateNode => ({ type, children });
const patient = { name: 'Amber Demo', email: null };
const clinician = { name: 'Demo Clinician', email: 'clinician@demo.nhs.uk' };
const signers = {
  patient: [{ role: 'PATIENT' as const, ...patient, required: true }],
  clinic: [{ role: 'CLINICIAN' as const, ...clinician, required: true }],
};
const nobody = { interpreter: null, interpreterNeeded: null, interpreterNoneReason: '' };
const who = (change: object) => ({
  ...nobody,
  interpreter: {
    name: 'Demo Interpreter',
    emailAddress: null,
    phone: null,
    language: 'Polish',
    agencyId: null,
    mode: 'IN_PERSON' as const,
    statement: '',
    relation: null,
    relationReason: '',
    signsHere: false,
    ...change,
  },
});
const roles = (nodes: TemplateNode[], interpreting: Parameters<typeof recipientsOf>[0]['interpreting'] = nobody) =>
  recipientsOf({ nodes, signers, interpreting }).map(({ role, order }) => `${order} ${role}`);

test('signers stand in the order of the blocks, nested ones too, and each once', () => {
  expect(roles([block('consent-clinic'), block('paragraph', block('consent-patient')), block('consent-patient')])).toEqual([
    '1 CLINICIAN',
    '2 PATIENT',
  ]);
  expect(roles([block('consent-clinic')])).toEqual(['1 CLINICIAN']);
});

test('an interpreter signs with an address or on the device, and not otherwise', () => {
  const nodes = [block('consent-patient'), block('consent-interpreter'), block('consent-clinic')];
  expect(roles(nodes, who({}))).toEqual(['1 PATIENT', '2 CLINICIAN']);
  expect(roles(nodes, who({ emailAddress: 'a@b.org' }))).toEqual(['1 PATIENT', '2 INTERPRETER', '3 CLINICIAN']);
  expect(roles(nodes, who({ signsHere: true }))).toEqual(['1 PATIENT', '2 INTERPRETER', '3 CLINICIAN']);
  expect(roles(nodes, who({ emailAddress: 'a@b.org', signing: 'NAMED' })), 'named by telephone').toEqual([
    '1 PATIENT',
    '2 CLINICIAN',
  ]);
  expect(roles(nodes, { ...who({ signsHere: true }), interpreterNeeded: false })).toEqual(['1 PATIENT', '2 CLINICIAN']);
});

test('placeholders are numbered for each signer', () => {
  expect([placeholder(1, 1), placeholder(1, 2), placeholder(2, 1)]).toEqual(['Signature 1.1', 'Signature 1.2', 'Signature 2.1']);
});

test('each role signs under a sentence of its own that names the procedure with its side', () => {
  const signed = {
    formType: 'FORM_1' as const,
    procedures: [{ procedureName: 'Repair', side: 'RIGHT' as const, site: 'eye' }],
    patientName: 'Amber Demo',
    interpreting: who({}),
  };
  const sentences = SIGNER_ROLES.map((role) => statementFor(role, signed));
  expect(new Set(sentences).size).toBe(SIGNER_ROLES.length);
  for (const sentence of sentences) expect(sentence).toContain('Repair, RIGHT eye');
  expect(statementFor('PATIENT', signed)).toContain('I can change my mind at any time');
  expect(statementFor('INTERPRETER', signed)).toContain('Amber Demo in Polish');
});

test('a template holds known nodes, at most six levels deep, and links over https alone', () => {
  const nest = (depth: number): TemplateNode => (depth === 1 ? { text: 'x' } : block('paragraph', nest(depth - 1)));
  const fits = (nodes: unknown) => v.safeParse(TemplateNodes, nodes).success;
  expect([fits([nest(6)]), fits([nest(7)]), fits([nest(200)])]).toEqual([true, false, false]);
  const link = (url: string) => [{ type: 'link', url, children: [{ text: 'x' }] }];
  expect([
    fits(link('https://nhs.uk')),
    fits(link('http://nhs.uk')),
    fits(link('javascript:alert(1)')),
    fits(link('https://a"b')),
  ]).toEqual([true, false, false, false]);
  for (const wrong of [
    [{ type: 'script', children: [] }],
    [{ type: 'paragraph' }],
    [{ text: 'x', onclick: 'y' }],
    [{ type: 'paragraph', children: [], style: 'x' }],
    'x',
    [null],
    [[]],
  ])
    expect(fits(wrong), JSON.stringify(wrong)).toBe(false);
  expect(blocksOf([block('paragraph', block('consent-patient')), { text: 'x' }]).map(({ type }) => type)).toEqual([
    'paragraph',
    'consent-patient',
  ]);
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
async function chainOf(length: number): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = [];
  for (let at = 1; at <= length; at += 1) {
    const event = {
      id: `${at}`,
      at: '2026-08-06T14:05:00.000Z',
      deviceAt: null,
      type: 'SIGNED',
      actor: { kind: 'STAFF' as const, name: 'Demo', role: 'Clinician' },
      versionId: null,
      detail: { at },
      prevHash: events.at(-1)?.hash ?? CHAIN_START,
    };
    events.push({ ...event, hash: await eventHash(event, sha256) });
  }
  return events;
}

test('a chain is whole until one event is changed, cut out, moved or put in', async () => {
  const events = await chainOf(5);
  expect(await checkChain(events, sha256)).toEqual({ ok: true, length: 5, head: events[4]!.hash });
  expect(await checkChain([], sha256)).toEqual({ ok: true, length: 0, head: CHAIN_START });
  const [a, b, c, d, e] = events as [TimelineEvent, TimelineEvent, TimelineEvent, TimelineEvent, TimelineEvent];
  for (const broken of [
    [a, { ...b, detail: { at: 7 } }, c, d, e],
    [a, { ...b, actor: { ...b.actor, name: 'Other' } }, c, d, e],
    [a, c, d, e],
    [b, a, c, d, e],
    [a, a, b, c, d, e],
    [b, c, d, e],
  ])
    expect((await checkChain(broken, sha256)).ok).toBe(false);
});
