import type { Fault } from '#domain/base/fault.ts';
import { foldForSearch } from '#domain/values/search-text.ts';
import type { ChoiceDetail } from './choice-detail.ts';

/** Choices that a procedure or a template lists twice, by their questions or their ids. */
export function choiceFaults(choices: readonly ChoiceDetail[]): Fault[] {
  const asks = choices.map(({ words }) => foldForSearch(words.ask));
  return choices.flatMap(({ id }, at) =>
    asks.indexOf(asks[at] ?? '') < at || choices.findIndex((each) => each.id === id) < at
      ? [{ path: `choices.${at}.words.ask`, message: 'This choice is listed twice' }]
      : [],
  );
}
