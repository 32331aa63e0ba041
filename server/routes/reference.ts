import { DONE } from '#domain/messages.ts';
import { bucketOf, bucketsUpTo } from '#domain/buckets.ts';
import { countByStatus } from '../data/consents.ts';
import { countByDay } from '../data/figures.ts';
import { sinceOf } from '../data/cases.ts';
import { listOrganisations, searchOrganisations } from '../data/organisations.ts';
import { plansOn } from '../data/plans.ts';
import { presentPlan } from '../data/users.ts';
import type { Handlers } from '../http/serve.ts';
import { Refused } from '../http/refused.ts';
import { todayOf } from '../policies/accounts.ts';
import { caseReach } from '../policies/reach.ts';
import { countTry, LIMITS } from '../policies/tries.ts';
import { verdictOfCode, verdictOfFile } from '../work/verify.ts';
import { GRADES } from '#domain/grades.ts';
import { SEEDED_ROLES } from '#domain/roles.ts';
import { FAQS } from '../help/faqs.ts';
import { API_VERSION } from '../version.ts';

type Names =
  | 'config'
  | 'faqsList'
  | 'configSearchOrganisation'
  | 'hospitals'
  | 'subscriptionActiveList'
  | 'ping'
  | 'dashboardInfo'
  | 'dashboardChart'
  | 'verifyByCode'
  | 'verifyFile';

export const reference: Pick<Handlers, Names> = {
  async config(_, { sql, parts }) {
    const { settings } = parts;
    const specialities = await sql.selectFrom('specialities').selectAll().execute();
    const stored = await sql.selectFrom('settings').select(['name', 'value']).execute();
    const epoch = stored.find(({ name }) => name === 'dataEpoch')?.value;
    return {
      message: DONE.OK,
      API_VERSION,
      specialities: specialities
        .map(({ id, name }) => ({ _id: id, name }))
        .toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase(), 'en')),
      grades: [...GRADES].toSorted((a, b) => a.localeCompare(b, 'en')),
      product: { name: settings.productName, supportEmail: settings.supportEmail, host: settings.nhsHost },
      settings: {
        timeZone: settings.timeZone,
        confirmAfterDays: settings.confirmAfterDays,
        lapseAfterDays: settings.lapseAfterDays,
        lockMinutes: settings.lockMinutes,
        nhsEmailOnly: settings.nhsEmailOnly,
        wishedRoles: SEEDED_ROLES.map(({ key, name }) => ({ key, name })),
        isDemo: stored.some(({ name, value }) => name === 'demo' && value === true),
      },
      dataEpoch: typeof epoch === 'string' ? epoch : '',
    };
  },

  async configSearchOrganisation({ q }, { sql }) {
    return { message: DONE.OK, data: await searchOrganisations(sql, q) };
  },

  async hospitals(_, { sql }) {
    return { message: DONE.OK, data: await listOrganisations(sql) };
  },

  async subscriptionActiveList(_, { sql, actor, parts }) {
    const today = todayOf(parts);
    const plans = await plansOn(sql, actor.organisationId, today);
    return { message: DONE.OK, data: plans.map((plan) => presentPlan(plan, today)) };
  },

  async faqsList() {
    return { message: DONE.OK, data: [...FAQS] };
  },

  async ping(_, { now }) {
    return { message: DONE.OK, app: 'consent', time: now };
  },

  async dashboardInfo({ organisation, duration }, { sql, actor, parts, now }) {
    if (organisation !== undefined && organisation !== actor.organisationId) throw new Refused('NOT_FOUND');
    const counts = await countByStatus(sql, caseReach(actor), sinceOf(duration, parts.clock()));
    const amounts = {
      draft: counts.DRAFT,
      underReview: counts.UNDER_REVIEW,
      ready: counts.READY,
      sent: counts.SENT,
      partiallySigned: counts.PARTIALLY_SIGNED,
      signed: counts.SIGNED,
      declined: counts.DECLINED,
      withdrawn: counts.WITHDRAWN,
      expired: counts.EXPIRED,
      voided: counts.VOIDED,
      superseded: counts.SUPERSEDED,
    };
    const total = Object.values(amounts).reduce((sum, each) => sum + each, 0);
    return {
      message: DONE.OK,
      data: {
        caseAmounts: { total, ...amounts, confirmDue: 0 },
        refcaseAmounts: { total: 0, draft: 0, underReview: 0, accepted: 0, moreInfo: 0, rejected: 0, closed: 0 },
        asOf: now,
      },
    };
  },

  async dashboardChart({ time, organisation }, { sql, actor, parts }) {
    if (organisation !== undefined && organisation !== actor.organisationId) throw new Refused('NOT_FOUND');
    const { labels, from } = bucketsUpTo(todayOf(parts), time);
    const counts = await countByDay(sql, caseReach(actor), { from, timeZone: parts.settings.timeZone });
    const series = (['started', 'sent', 'signed'] as const).map((key) => {
      const own = counts.filter((each) => each.key === key);
      return {
        key,
        values: labels.map((label) =>
          own.filter(({ day }) => bucketOf(day, time) === label).reduce((sum, each) => sum + each.count, 0),
        ),
      };
    });
    return { message: DONE.OK, data: { granularity: time, labels, series } };
  },

  async verifyByCode({ code }, context) {
    const { sql, parts, address } = context;
    await countTry(context, [LIMITS.printedCodes(address)]);
    return { message: DONE.OK, data: await verdictOfCode(sql, code, parts) };
  },

  async verifyFile(_, context) {
    const { sql, parts, file, address } = context;
    await countTry(context, [LIMITS.files(address)]);
    return { message: DONE.OK, data: await verdictOfFile(sql, file ?? Buffer.alloc(0), parts) };
  },
};
