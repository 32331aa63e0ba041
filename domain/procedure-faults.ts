import type { Procedure } from './procedure.ts';
import { foldForSearch } from './search-text.ts';

type Listed = Pick<Procedure, 'risks' | 'alternatives' | 'codes' | 'understanding'>;

/** Everything that a procedure lists twice: each is one line on the form, and is found by its name. */
export function doubledIn({ risks, alternatives, codes, understanding }: Listed): { path: string; message: string }[] {
  return [
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
  ];
}

function doubled(names: readonly string[]): number[] {
  const folded = names.map(foldForSearch);
  return folded.flatMap((name, at) => (folded.indexOf(name) < at ? [at] : []));
}
