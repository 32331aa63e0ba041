import { Cover, KindsOff, TeamMailbox } from '#domain/notifications/message-wishes.ts';
import { Uuid } from '#domain/values/text.ts';
import * as v from 'valibot';
import { get, put } from '#contract/engine/define.ts';
import { DataOf, Nothing } from '#contract/engine/shapes.ts';

/** Team mailboxes of one organisation [choice]. */
const TEAMS_MOST = 300;

const manage = ['organisation.manage'] as const;

const Wishes = v.object({
  off: v.array(v.string()),
  cover: v.nullable(v.object({ userID: Uuid, from: v.string(), to: v.string() })),
});
export type MessageWishes = v.InferOutput<typeof Wishes>;

/** The recipients of news beside the person whose case it is: the mailbox of a speciality, and whoever stands in. */
export const teams = {
  messagesTeams: get('messages/teams', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary: 'The mailboxes of the specialities, which are told what must not wait for one person.',
    input: Nothing,
    output: DataOf(v.array(TeamMailbox)),
  }),
  messagesTeamsUpdate: put('messages/teams', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: manage,
    summary:
      'Stores mailboxes of specialities, one for each at most, and ends those of others; what it does not name stays as it is, whoever else changes it at the same time.',
    input: v.strictObject({
      teams: v.pipe(
        v.array(TeamMailbox, 'The teams must be a list'),
        v.maxLength(TEAMS_MOST, `At most ${TEAMS_MOST} teams`),
        v.check(
          (teams) => new Set(teams.map(({ specialityID }) => specialityID)).size === teams.length,
          'A speciality has one mailbox',
        ),
      ),
      /** the specialities whose mailboxes end */
      ended: v.optional(
        v.pipe(v.array(Uuid, 'The ended ones must be a list'), v.maxLength(TEAMS_MOST, `At most ${TEAMS_MOST} teams`)),
        [],
      ),
    }),
    output: DataOf(v.array(TeamMailbox)),
  }),
  userMessages: get('user/messages', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary: 'The news that the own account does not want by mail, and who stands in for it.',
    input: Nothing,
    output: DataOf(Wishes),
  }),
  userMessagesUpdate: put('user/messages', {
    holds: { answer: 'nothing', refusals: 'nothing' },
    access: ['signedIn'],
    summary:
      'Switches kinds of news off, and names who stands in from one day to another. What goes at once cannot be switched off, and what waits stands on Home in any case.',
    input: v.strictObject({ off: KindsOff, cover: v.nullable(Cover) }),
    output: DataOf(Wishes),
  }),
};
