import { randomUUID } from 'node:crypto';
import type { Input, Output } from '#contract/calls.ts';
import type { Caller } from './builders.ts';

type Details = Output<'procedureCreate'>['data'];

/** A procedure that can be published, as its editor enters it; unique in the run. */
export function aProcedure(change: Partial<Input<'procedureCreate'>> = {}): Input<'procedureCreate'> {
  return {
    procedureName: `Demo procedure ${randomUUID().slice(0, 8)}`,
    formTypes: ['FORM_1'],
    risks: [{ name: 'Infection', frequency: { num: 1, den: 100 }, source: 'Demo audit', year: 2024, core: true }],
    alternatives: ['No treatment'],
    reviewDate: '2027-08-06',
    owner: 'Demo lead',
    ...change,
  };
}

/** Sends the newest version for review. */
export async function sendForReview(editor: Caller, { procedureID, revision }: Details): Promise<Details> {
  return (await editor.call('procedureUpdateStatus', { procedureID, revision, status: 'UNDER_REVIEW' })).data;
}

/** A procedure that one person wrote and another one published. */
export async function publishedProcedure(
  { editor, publisher }: { editor: Caller; publisher: Caller },
  change: Partial<Input<'procedureCreate'>> = {},
): Promise<Details> {
  const { data } = await editor.call('procedureCreate', aProcedure(change));
  return publish({ editor, publisher }, data);
}

/** Publishes the newest version, a draft. */
export async function publish(
  { editor, publisher }: { editor: Caller; publisher: Caller },
  { procedureID, revision }: Details,
): Promise<Details> {
  await editor.call('procedureUpdateStatus', { procedureID, revision, status: 'UNDER_REVIEW' });
  return (await publisher.call('procedureUpdateStatus', { procedureID, revision, status: 'ACTIVE' })).data;
}
