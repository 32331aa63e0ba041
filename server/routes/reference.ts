import { BUILD } from '#domain/base/build.ts';
import { FIGURE_SERIES } from '#domain/exports/figures.ts';
import { DONE } from '#domain/base/done-messages.ts';
import { plannedMaintenance } from '#domain/organisation/maintenance.ts';
import { bucketsUpTo } from '#domain/exports/buckets.ts';
import { countByStatus } from '#server/data/consents/consents.ts';
import { NEW_RULES_SETTING } from '#server/data/consents/new-rules-since.ts';
import { countByBucket, countConfirmDue } from '#server/data/consents/figures.ts';
import { countEnds, countCaseConditions } from '#server/data/consents/case-conditions.ts';
import { countReferrals, referralAmounts } from '#server/data/referrals/referrals.ts';
import { sinceOf } from '#server/data/cases/cases.ts';
import { listNamedEntries, type EntryTable } from '#server/data/accounts/named-entries.ts';
import { listOrganisations, searchOrganisations } from '#server/data/accounts/organisations.ts';
import { plansOn } from '#server/data/accounts/plans.ts';
import { presentPlan } from '#server/data/accounts/users.ts';
import type { Handlers } from '#server/http/serve.ts';
import { Refused } from '#server/api-error.ts';
import { todayOf } from '#server/policies/accounts.ts';
import { caseVisibility, referralVisibility } from '#server/policies/visibility.ts';
import { countAttempt, RATE_LIMITS } from '#server/policies/rate-limits.ts';
import { figureClock } from '#server/work/consents/figure-clock.ts';
import { countWaiting } from '#server/work/consents/waiting-counts.ts';
import { checkFile } from '#server/work/documents/check-file.ts';
import { verdictOfCode } from '#server/work/documents/verify.ts';
import { SEEDED_ROLES } from '#domain/accounts/roles.ts';
import { FAQS } from '#server/help/faqs.ts';

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

export const referenceHandlers: Pick<Handlers, Names> = {
  async config(_, { db, deps }) {
    const { settings } = deps;
    const offered = async (table: EntryTable) =>
      (await listNamedEntries(db, table)).filter(({ ended_at: endedAt }) => endedAt === null);
    const [specialities, grades] = [await offered('specialities'), await offered('grades')];
    const stored = await db.selectFrom('settings').select(['name', 'value']).execute();
    const textOf = (setting: string) => {
      const value = stored.find(({ name }) => name === setting)?.value;
      return typeof value === 'string' ? value : null;
    };
    const restoredTo = textOf('restoredTo');
    return {
      message: DONE.OK,
      API_VERSION: BUILD,
      specialities: specialities
        .map(({ id, name }) => ({ _id: id, name }))
        .toSorted((a, b) => a.name.toLowerCase().localeCompare(b.name.toLowerCase(), 'en')),
      grades: grades.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en')),
      product: { name: settings.productName, supportEmail: settings.supportEmail, host: settings.nhsHost },
      settings: {
        timeZone: settings.timeZone,
        confirmAfterDays: settings.confirmAfterDays,
        lapseAfterDays: settings.lapseAfterDays,
        newRulesSince: textOf(NEW_RULES_SETTING),
        lockMinutes: settings.lockMinutes,
        nhsEmailOnly: settings.nhsEmailOnly,
        patientLanguages: settings.patientLanguages,
        wishedRoles: SEEDED_ROLES.map(({ key, name }) => ({ key, name })),
        maintenance: settings.maintenance === undefined ? null : plannedMaintenance(settings.maintenance, settings.timeZone),
        isDemo: stored.some(({ name, value }) => name === 'demo' && value === true),
      },
      dataEpoch: textOf('dataEpoch') ?? '',
      restoredTo: restoredTo === null ? null : new Date(restoredTo).toISOString(),
    };
  },

  async configSearchOrganisation({ q }, { db }) {
    return { message: DONE.OK, data: await searchOrganisations(db, q) };
  },

  async hospitals(_, { db }) {
    return { message: DONE.OK, data: await listOrganisations(db) };
  },

  async subscriptionActiveList(_, { db, actor, deps }) {
    const today = todayOf(deps);
    const plans = await plansOn(db, actor.organisationId, today);
    return { message: DONE.OK, data: plans.map((plan) => presentPlan(plan, today)) };
  },

  async faqsList() {
    return { message: DONE.OK, data: [...FAQS] };
  },

  async ping(_, { now }) {
    return { message: DONE.OK, app: 'consent', time: now };
  },

  async dashboardInfo({ organisation, duration }, { db, actor, deps, now }) {
    if (organisation !== undefined && organisation !== actor.organisationId) throw new Refused('NOT_FOUND');
    const since = sinceOf(duration, deps.clock());
    const counts = await countByStatus(db, caseVisibility(actor), since);
    const referrals = await countReferrals(db, referralVisibility(actor), { mine: undefined, since });
    const clock = figureClock(deps);
    const confirmDue = await countConfirmDue(db, caseVisibility(actor), clock);
    const standing = await countCaseConditions(db, caseVisibility(actor), { clock, since });
    const waiting = await countWaiting(db, caseVisibility(actor), deps);
    const ends = await countEnds(db, caseVisibility(actor), { timeZone: clock.timeZone, since });
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
        caseAmounts: { total, ...amounts, confirmDue, due: confirmDue, ...standing, ...waiting },
        ends,
        refcaseAmounts: referralAmounts(referrals),
        asOf: now,
      },
    };
  },

  async dashboardChart({ time, organisation }, { db, actor, deps }) {
    if (organisation !== undefined && organisation !== actor.organisationId) throw new Refused('NOT_FOUND');
    const { labels, from } = bucketsUpTo(todayOf(deps), time);
    const counts = await countByBucket(db, caseVisibility(actor), { from, granularity: time }, figureClock(deps));
    const series = FIGURE_SERIES.map((key) => {
      const known = new Map(counts.flatMap(({ bucket, [key]: value }) => (value == null ? [] : [[bucket, value]])));
      const none = key === 'medianDays' ? null : 0;
      return { key, values: labels.map((label) => known.get(label) ?? none) };
    });
    return { message: DONE.OK, data: { granularity: time, labels, series } };
  },

  async verifyByCode({ code }, context) {
    const { db, deps, address } = context;
    await countAttempt(context, [RATE_LIMITS.printedCodes(address)]);
    return { message: DONE.OK, data: await verdictOfCode(db, code, deps) };
  },

  async verifyFile(_, context) {
    const {
      files: [file],
      address,
    } = context;
    await countAttempt(context, [RATE_LIMITS.files(address)]);
    return { message: DONE.OK, data: await checkFile(context, file ?? Buffer.alloc(0)) };
  },
};
