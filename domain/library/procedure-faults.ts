import type { Fault } from '#domain/base/fault.ts';
import { choiceFaults } from '#domain/forms/choice-faults.ts';
import type { Procedure } from './procedure.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import { sectionFaults } from './section-faults.ts';

type Listed = Pick<Procedure, 'risks' | 'alternatives' | 'codes' | 'sections' | 'understanding' | 'choices'>;

/** Items that a procedure lists twice: each is one line on the form, and is found by its name. */
function doubledIn({ risks, alternatives, codes, sections, understanding, choices = [] }: Listed): Fault[] {
  return [
    ...choiceFaults(choices),
    ...doubled(risks.map(({ name }) => name)).map((at) => ({ path: `risks.${at}.name`, message: 'This risk is listed twice' })),
    ...doubled(alternatives).map((at) => ({ path: `alternatives.${at}`, message: 'This alternative is listed twice' })),
    ...doubled(codes.map(({ system, code }) => `${system} ${code}`)).map((at) => ({
      path: `codes.${at}.code`,
      message: 'This code is listed twice',
    })),
    ...doubled(understanding.map(({ id }) => id)).map((at) => ({
      path: `understanding.${at}.id`,
      message: 'This question has the id of another one',
    })),
    ...doubled(understanding.map(({ question }) => question)).map((at) => ({
      path: `understanding.${at}.question`,
      message: 'This question is listed twice',
    })),
    ...understanding.flatMap(({ options }, at) =>
      doubled(options).map((nth) => ({ path: `understanding.${at}.options.${nth}`, message: 'This answer is listed twice' })),
    ),
    ...doubled(sections.map(({ title }) => title)).map((at) => ({
      path: `sections.${at}.title`,
      message: 'This section is listed twice',
    })),
    ...doubled(sections.map(({ id }) => id)).map((at) => ({
      path: `sections.${at}.id`,
      message: 'This section is listed twice',
    })),
  ];
}

/** The faults that keep a procedure from being stored, beyond the shape of its fields. */
export function procedureFaults(fields: Listed): Fault[] {
  const ofSections = fields.sections.flatMap((section, at) =>
    sectionFaults(section).map(({ path, message }) => ({ path: `sections.${at}.${path}`, message })),
  );
  return [...doubledIn(fields), ...ofSections];
}

function doubled(names: readonly string[]): number[] {
  const folded = names.map(foldForSearch);
  return folded.flatMap((name, at) => (folded.indexOf(name) < at ? [at] : []));
}
