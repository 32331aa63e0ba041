import { randomUUID } from 'node:crypto';
import type { ConsentProcedure } from '#domain/consents/consent.ts';
import type { Risk } from '#domain/library/procedure-parts.ts';
import { FORM_TYPES, type FormType } from '#domain/forms/form-types.ts';
import { SIDES } from '#domain/base/states.ts';
import type { StoredSection } from '#domain/library/stored-section.ts';
import { withoutSignatureBlocks } from '#domain/templates/template-texts.ts';
import { BLOCK_TYPES, type BlockType, type TemplateBlock, type TemplateNode, type TextRun } from '#domain/templates/template.ts';
import { aProcedure, type FormParts } from '#tests/support/forms/document-form.ts';
import { SCRIPT_NAMES } from '#tests/support/people/script-names.ts';
import { aChild, anAbleChild, anotherParent, aParent } from '#tests/support/forms/form-2.ts';
import { capacityWithSecondOpinion, completeCapacity } from '#tests/support/forms/form-4.ts';

/** Words of the scripts whose text is read out of a drawn page letter by letter. */
const PLAIN = [
  ...['Armenian', 'Georgian', 'Ethiopic', 'Korean', 'Japanese'].map((script) => SCRIPT_NAMES[script] ?? ''),
  'sight',
  'Łódź',
  'llygad',
  'Ánh',
  'глаз',
  'μάτι',
  'can’t',
  'eye',
  '手术',
  'half-way',
  '“quoted”',
  'a',
  '<b>&amp;',
];
/** Those that no reader extracts well, from the right and with joined letters. */
const JOINED = [
  'عملية',
  'آنکھ',
  'জরুরি',
  'ক্ষতি',
  ...[
    'Hebrew',
    'Devanagari',
    'Gurmukhi',
    'Gujarati',
    'Tamil',
    'Telugu',
    'Malayalam',
    'Sinhala',
    'Kannada',
    'Oriya',
    'Thai',
    'Lao',
    'Khmer',
    'Myanmar',
  ].map((script) => SCRIPT_NAMES[script] ?? ''),
];

type Next = () => number;

/** Random content of a form of each type in turn, with texts of any length and script. */
export function randomForm(next: Next, nth: number): FormParts {
  const formType = FORM_TYPES[nth % FORM_TYPES.length] ?? 'FORM_1';
  // Every third form has scripts that are read from the right.
  const say = (most = 6) => sentence(next, { most, words: nth % 3 === 0 ? [...PLAIN, ...JOINED] : PLAIN });
  const procedures = withSharedRisk(
    next,
    some(next, 3, 1).map(() => randomProcedure(next, say)),
  );
  return {
    formType,
    ...peopleOf(formType, next, say),
    patient: { firstName: say(1), lastName: say(2), hospitalNumber: next() < 0.5 ? null : 'DEMO-42' },
    procedures,
    oldProcedures: next() < 0.3 ? [{ ...(procedures[0] ?? aProcedure()), alternatives: [say()] }] : [],
    nodes: [...some(next, 6).map(() => randomNode(next, say, 3)), ...PLACES],
    answers: {
      mattersToMe: next() < 0.5 ? '' : say(120),
      additionalChoices: some(next, 3).map((_, at) => ({
        id: `c${at}`,
        title: say(12),
        answer: pick(next, ['ACCEPT', 'REFUSE', 'DISCUSS', null] as const),
      })),
      refusals: some(next, 2).map(() => say()),
    },
    interpreting: next() < 0.5 ? {} : { interpreterNoneReason: say() },
  };
}

const PLACES: TemplateNode[] = [
  { type: 'consent-patient', children: [{ text: 'shown nowhere' }] },
  { type: 'consent-clinic', children: [{ text: '' }] },
  { type: 'consent-interpreter', children: [{ text: '' }] },
];

function peopleOf(formType: FormType, next: Next, say: Say): Pick<FormParts, 'age' | 'family' | 'capacity'> {
  if (formType === 'FORM_4')
    return { age: 76, capacity: (next() < 0.5 ? completeCapacity : capacityWithSecondOpinion)({ test: { helpNote: say(20) } }) };
  if (formType !== 'FORM_2') return next() < 0.3 ? { age: 15, family: { child: anAbleChild({ note: say() }) } } : { age: 76 };
  const parents = [aParent({ name: say(2), note: say(30) }), ...(next() < 0.5 ? [anotherParent({ detail: say() })] : [])];
  const agreement = pick(next, ['AGREES', 'DISAGREES', 'NOT_ASKED'] as const);
  return { age: 11, family: { basis: 'PARENT', parents, child: aChild({ agreement, note: say(), signs: next() < 0.5 }) } };
}

function randomProcedure(next: Next, say: Say): ConsentProcedure {
  const side = pick(next, [null, ...SIDES]);
  return aProcedure({
    procedureName: say(4),
    procedureDescription: say(60),
    procedureAcronym: next() < 0.5 ? '' : 'ACR',
    side,
    site: side === null ? '' : say(1),
    benefits: some(next, 3).map(() => ({ text: say(20), source: sourceOf(next, say), year: yearOf(next) })),
    risks: some(next, 4).map((_, at) => randomRisk(next, say, `r${at}`)),
    personalRisks: some(next, 2).map((_, at) => randomRisk(next, say, `p${at}`)),
    removedRisks: some(next, 2).map((_, at) => ({ name: `out ${at} ${say(2)}`, reason: say(9) })),
    alternatives: ['No treatment', ...some(next, 2).map((_, at) => `${at} ${say(4)}`)],
    anaesthetic: next() < 0.5 ? ['LOCAL', 'SEDATION'] : [],
    ...(next() < 0.4 && { sections: some(next, 2, 1).map(() => randomSection(next, say)) }),
  });
}

function randomSection(next: Next, say: Say): StoredSection {
  const nodes = some(next, 4, 1).map(() => randomNode(next, say, 2));
  return { id: randomUUID(), title: say(4), nodes: withoutSignatureBlocks(nodes) };
}

/** Often several procedures list one risk of the first, with the letters of its name in another case. */
function withSharedRisk(next: Next, procedures: ConsentProcedure[]): ConsentProcedure[] {
  const shared = procedures[0]?.risks[0];
  if (shared === undefined) return procedures;
  const same = { ...shared, name: shared.name.toUpperCase() };
  return procedures.map((each, at) => (at > 0 && next() < 0.5 ? { ...each, risks: [...each.risks, same] } : each));
}

function randomRisk(next: Next, say: Say, mark: string): Risk {
  const den = pick(next, [100, 1000, 7, 10_000, 250_000]);
  return {
    name: `${mark} ${say(3)}`,
    text: next() < 0.2 ? '' : say(25),
    frequency: next() < 0.2 ? null : figureOf(Math.floor(next() * den), den),
    source: sourceOf(next, say),
    year: yearOf(next),
    population: next() < 0.5 ? null : say(3),
    core: next() < 0.5,
  };
}

function sourceOf(next: Next, say: Say): string | null {
  return next() < 0.4 ? null : say(4);
}

function yearOf(next: Next): number | null {
  return next() < 0.4 ? null : 1990 + Math.floor(next() * 40);
}

function randomNode(next: Next, say: Say, deep: number): TemplateNode {
  const blocks = BLOCK_TYPES.filter((each) => each !== 'list-item');
  const type = deep === 0 || next() < 0.3 ? undefined : pick(next, blocks);
  if (type !== undefined) return randomBlock(type, next, say, deep - 1);
  if (next() < 0.2) {
    const url = 'https://www.example.org/a-page';
    return { type: 'link', url, children: next() < 0.5 ? [{ text: url }] : [randomWords(next, say)] };
  }
  return randomWords(next, say);
}

function randomBlock(type: BlockType, next: Next, say: Say, deep: number): TemplateBlock {
  const isList = type === 'bulleted-list' || type === 'numbered-list';
  const children = some(next, 3).map(() =>
    isList ? randomBlock('list-item', next, say, deep) : randomNode(next, say, Math.max(deep, 0)),
  );
  return { type, children: type === 'list-item' ? [randomWords(next, say), ...children] : children };
}

function randomWords(next: Next, say: Say): TextRun {
  return { text: say(next() < 0.05 ? 400 : 9), bold: next() < 0.3, italic: next() < 0.3, underline: next() < 0.3 };
}

type Say = (most?: number) => string;

function sentence(next: Next, { most, words }: { most: number; words: readonly string[] }): string {
  return Array.from({ length: 1 + Math.floor(next() * most) }, () => pick(next, words)).join(' ');
}

function some(next: Next, most: number, least = 0): undefined[] {
  return Array.from({ length: least + Math.floor(next() * (most - least + 1)) });
}

function pick<T>(next: Next, from: readonly T[]): T {
  // The list is never empty.
  return from[Math.floor(next() * from.length)] as T;
}

/** Of the figures, odd ones are counts. */
function figureOf(num: number, den: number): Risk['frequency'] {
  return num % 2 === 1 ? { num, den, basis: 'COUNT' } : { num, den };
}
