import { capitalised } from '#domain/base/capitalised.ts';

/** The parts of a form that are about other people, by their names in its JSON, and what they are called. */
const PEOPLE_WORDS: Readonly<Record<string, string>> = {
  parents: 'Parents',
  interpreter: 'Interpreter',
  people: 'People who were asked',
  lpa: 'Attorneys',
  deputy: 'Deputies',
  disagreement: 'Disagreement',
  secondOpinion: 'Second opinion',
};
export const OTHER_PEOPLE: ReadonlySet<string> = new Set(Object.keys(PEOPLE_WORDS));

/** The other people on a form, each part of it in a line: `Parents: name Mary Beech, relation Mother`. */
export function otherPeople(form: unknown): string[] {
  if (Array.isArray(form)) return form.flatMap(otherPeople);
  if (typeof form !== 'object' || form === null) return [];
  return Object.entries(form).flatMap(([name, value]) => {
    const title = PEOPLE_WORDS[name];
    if (title === undefined) return otherPeople(value);
    return hasText(value, name) ? [`${title}: ${flatWords(value, name)}`] : [];
  });
}

/** A stored value in words: a text as it is, of an object each member in a line: `Reason: She asked`. */
export function storedValueWords(value: unknown): string {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return flatWords(value, '');
  return membersOf(value)
    .map(([name, each]) => `${capitalised(spaced(name))}: ${flatWords(each, name)}`)
    .join('\n');
}

export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Members whose values are names: one in capitals is no word of the machine. */
const NAMES = new Set(['name', 'names', 'typedName', 'nameAsSigned', 'nameExpected']);
const MACHINE_WORD = /^[A-Z][A-Z_0-9]*$/;

/** Whether anything is written below a value: a part of which nobody has filled anything in holds ids and answers without words. */
function hasText(value: unknown, name: string): boolean {
  if (typeof value === 'string') return /\p{L}/u.test(value) && !isOfMachine(value, name);
  if (Array.isArray(value)) return value.some((each) => hasText(each, name));
  if (typeof value !== 'object' || value === null) return false;
  return membersOf(value).some(([member, each]) => hasText(each, member));
}

/** A value in one line: `name Mary Beech, relation Mother`. @param name - of the member that it is */
function flatWords(value: unknown, name: string): string {
  if (Array.isArray(value))
    return value
      .map((each) => flatWords(each, name))
      .filter((words) => words !== '')
      .join('; ');
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return name !== '' && isOfMachine(value, name) ? spaced(value) : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'object') return JSON.stringify(value);
  return membersOf(value)
    .map(([member, each]) => `${spaced(member)} ${flatWords(each, member)}`)
    .join(', ');
}

function membersOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([name, each]) => name !== 'id' && !isBlank(each));
}

function isOfMachine(text: string, name: string): boolean {
  return !NAMES.has(name) && MACHINE_WORD.test(text);
}

/** The name of a member or of an answer in small words: `emailAddress`, `FATHER_MARRIED`. */
function spaced(name: string): string {
  const words = MACHINE_WORD.test(name) ? name.replaceAll('_', ' ') : name.replaceAll(/(?=[A-Z])/g, ' ');
  return words.toLowerCase();
}
