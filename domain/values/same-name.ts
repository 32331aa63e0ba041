import { foldForSearch } from './search-text.ts';

/** Whether two names are of one person as far as names tell: without title, case, marks, stops and spacing [choice]. Empty ones are nobody's. */
export function isSameName(one: string, other: string): boolean {
  return foldedName(one) !== '' && foldedName(one) === foldedName(other);
}

function foldedName(name: string): string {
  const words = foldForSearch(name).split(/[^\p{L}\p{N}’]+/u);
  return words.filter((word) => word !== '' && !/^(?:dr|mr|mrs|ms|miss|prof|professor)$/.test(word)).join(' ');
}
