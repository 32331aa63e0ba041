import type { Capacity } from '#domain/capacity/capacity.ts';
import { decidingHolder, decisionAuthority, type AuthorityNote } from '#domain/capacity/decision-authority.ts';
import type { Tone } from '#src/ui/theme/tone.ts';

/** The effect of the answers so far on the decision. */
export type AuthorityWords = { readonly tone: Tone; readonly title: string; readonly text: string };

/** The decision-maker by the answers so far, in words. */
export function authorityWords(capacity: Pick<Capacity, 'authority' | 'bestInterests'>): AuthorityWords {
  const { decidedBy, names, isJoint } = decisionAuthority(capacity);
  switch (decidedBy) {
    case 'COURT':
      return { tone: 'ok', title: 'The court has decided', text: 'The treatment may go ahead, as the order says.' };
    case 'ADVANCE_REFUSAL':
      return { tone: 'stop', title: 'The patient has refused this', text: 'It cannot go ahead unless a court orders it.' };
    case 'LPA':
    case 'DEPUTY': {
      const who = decidedBy === 'LPA' ? 'attorney' : 'deputy';
      const answer = decidingHolder(capacity)?.appointment.answer;
      if (answer === 'REFUSES')
        return { tone: 'stop', title: `The ${who} refuses`, text: 'Ask the Court of Protection before you go on.' };
      if (answer !== 'CONSENTS')
        return { tone: 'warn', title: `The ${who} decides`, text: 'Ask them, and write down the answer.' };
      const signs =
        names.length > 1 || isJoint ? `They sign together: ${names.join(', ')}.` : `${names.join('')} signs this form.`;
      return { tone: 'ok', title: `The ${who} decides and signs`, text: names.length === 0 ? 'Enter the name.' : signs };
    }
    case 'CLINICIAN':
      return isLookedFor(capacity)
        ? { tone: 'info', title: 'You decide', text: 'In the patient’s best interests, with the people who know them.' }
        : { tone: 'info', title: 'Not known yet', text: 'Say what you found. Until then nobody knows who decides.' };
  }
}

/** The findings that are printed beside the decision; a past wish has a name of its own. */
export function noteTitle({ rule }: AuthorityNote): string {
  if (rule === 'A7') return 'A past wish';
  return rule === 'A6' ? 'Advance decision' : 'Please note';
}

function isLookedFor({ authority: { lpa, deputy, advance } }: Pick<Capacity, 'authority'>): boolean {
  return [lpa, deputy, advance].every(({ found }) => found !== null);
}

/** Why another clinician must look at this, in words; empty where nobody must. */
export function secondOpinionReasons({ bestInterests, people }: Capacity): string[] {
  const reasons: string[] = [];
  if (bestInterests.objects === true && bestInterests.serious === true)
    reasons.push('The patient objects, and the treatment is serious.');
  for (const { against, name } of people.consulted)
    if (against === true) reasons.push(`${name === '' ? 'Somebody who was asked' : name} is against the treatment.`);
  return reasons;
}
