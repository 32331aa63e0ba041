import { ABILITIES, type Ability, type CapacityTest } from '#domain/capacity/capacity-test.ts';
import { abilityOf } from '#domain/capacity/capacity.ts';
import { localDate, longDate } from '#domain/values/plain-date.ts';

/** Each ability as a question on the screen. */
export const ABILITY_WORDS: Readonly<Record<Ability, { title: string; hint: string }>> = {
  understand: { title: 'Understand', hint: 'What is planned, why, and what happens without it.' },
  retain: { title: 'Remember', hint: 'For long enough to choose.' },
  weigh: { title: 'Weigh it up', hint: 'Put the good and the bad side by side to choose.' },
  communicate: { title: 'Say it', hint: 'In any way: words, signs, a squeeze of the hand.' },
};

const VERBS: Readonly<Record<Ability, string>> = {
  understand: 'understand what is planned',
  retain: 'remember it for long enough',
  weigh: 'weigh it up',
  communicate: 'say a choice',
};

const OPEN = '…';

/** The judgement that grows beside the answers; an open part is `…`. @param zone - IANA name */
export function capacitySentence(test: CapacityTest, name: string, zone: string): string {
  const { assessedAt, impairment, because } = test;
  const on = assessedAt === null ? '' : `On ${longDate(localDate(Date.parse(assessedAt), zone))} `;
  const able = ABILITIES.filter((ability) => test[ability].able === true);
  const unable = ABILITIES.filter((ability) => test[ability].able === false);
  if (able.length + unable.length === 0) return '';
  const judged = { ABLE: 'can decide about this', NOT_ABLE: 'cannot decide about this', NOT_TESTED: OPEN }[abilityOf({ test })];
  const sentences = [`${on}I judge that ${name} ${judged}${judged === OPEN ? '' : '.'}`];
  if (able.length > 0) sentences.push(`${name} can ${joined(able, 'and')}.`);
  const why = because === false ? 'for another reason' : `because of ${impairment.nature === '' ? OPEN : impairment.nature}`;
  if (unable.length > 0) sentences.push(`${name} cannot ${joined(unable, 'or')}, ${why}${why.endsWith(OPEN) ? '' : '.'}`);
  return sentences.join(' ');
}

function joined(abilities: readonly Ability[], word: 'and' | 'or'): string {
  const verbs = abilities.map((ability) => VERBS[ability]);
  const last = verbs.at(-1) ?? '';
  return verbs.length === 1 ? last : `${verbs.slice(0, -1).join(', ')} ${word} ${last}`;
}
