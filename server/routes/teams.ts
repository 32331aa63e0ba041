import { DONE } from '#domain/base/done-messages.ts';
import { Refused } from '#server/api-error.ts';
import { userById } from '#server/data/accounts/users.ts';
import { listNamedEntries } from '#server/data/accounts/named-entries.ts';
import { changeTeams, messageWishes, teamsOf, updateMessageWishes } from '#server/data/notifications/teams.ts';
import type { Handlers } from '#server/http/serve.ts';

type Names = `messagesTeams${'' | 'Update'}` | `userMessages${'' | 'Update'}`;

export const teamHandlers: Pick<Handlers, Names> = {
  async messagesTeams(_, { db, actor }) {
    return { message: DONE.OK, data: await teamsOf(db, actor.organisationId) };
  },

  async messagesTeamsUpdate({ teams, ended }, { db, actor }) {
    const known = new Set((await listNamedEntries(db, 'specialities')).map(({ id }) => id));
    const strange = teams.findIndex(({ specialityID }) => !known.has(specialityID));
    if (strange !== -1)
      throw new Refused('INVALID', {
        fields: [{ path: `teams.${strange}.specialityID`, message: 'This speciality does not exist' }],
      });
    await changeTeams(db, actor.organisationId, { teams, ended });
    return { message: DONE.TEAMS_SAVED, data: await teamsOf(db, actor.organisationId) };
  },

  async userMessages(_, { db, actor }) {
    return { message: DONE.OK, data: await wishesOf(db, actor) };
  },

  async userMessagesUpdate(wishes, { db, actor }) {
    const { cover } = wishes;
    const refuse = (message: string) => new Refused('INVALID', { fields: [{ path: 'cover.userID', message }] });
    if (cover?.userID === actor.userId) throw refuse('Choose somebody else');
    const person = cover === null ? undefined : await userById(db, actor.organisationId, cover.userID);
    if (cover !== null && person?.status !== 'ACTIVE') throw refuse('This person has no account that is in use');
    await updateMessageWishes(db, actor, wishes);
    return { message: DONE.WISHES_SAVED, data: await wishesOf(db, actor) };
  },
};

async function wishesOf(
  db: Parameters<typeof messageWishes>[0],
  { organisationId, userId }: { readonly organisationId: string; readonly userId: string },
) {
  const { off, cover } = await messageWishes(db, organisationId, userId);
  return { off: [...off], cover };
}
