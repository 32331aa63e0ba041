import { DONE } from '#domain/base/done-messages.ts';
import { shownFigures } from '#domain/experience/experience-figures.ts';
import { closedMonths, lastClosedMonth } from '#domain/experience/experience-months.ts';
import { experienceCells, procedureNames } from '#server/data/experience/experience-counts.ts';
import { inTransaction } from '#server/data/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import { answerQuestions } from '#server/work/experience/answer-questions.ts';
import { changeExperience, ownExperienceSettings } from '#server/work/experience/change-experience.ts';

export const experienceHandlers: Pick<Handlers, `experience${'Answer' | 'Figures' | 'Settings' | 'SettingsUpdate'}`> = {
  async experienceAnswer(answers, context) {
    await answerQuestions(answers, context);
    return { message: DONE.EXPERIENCE_COUNTED };
  },

  async experienceFigures(range, { db, actor, deps }) {
    const { isOn } = await ownExperienceSettings(db, actor.organisationId);
    const months = closedMonths(range, lastClosedMonth(deps.clock(), deps.settings.timeZone));
    const [to, from] = [months.at(0), months.at(-1)];
    if (!isOn || to === undefined || from === undefined) return { message: DONE.OK, isOn, data: [] };
    const cells = await experienceCells(db, actor.organisationId, { from, to });
    const procedures = [...new Set(cells.map(({ procedureID }) => procedureID))];
    const names = await procedureNames(db, actor.organisationId, procedures);
    const data = shownFigures(cells, months).map((figure) => ({
      ...figure,
      procedure: figure.procedureID === null ? null : (names.get(figure.procedureID) ?? null),
    }));
    return { message: DONE.OK, isOn, data };
  },

  async experienceSettings(_, { db, actor }) {
    return { message: DONE.OK, data: await ownExperienceSettings(db, actor.organisationId) };
  },

  async experienceSettingsUpdate(settings, context) {
    const data = await inTransaction(context.db, (db) => changeExperience(settings, { ...context, db }));
    return { message: DONE.EXPERIENCE_SAVED, data };
  },
};
