import type { Duration } from '#domain/base/durations.ts';
import type { ConsentFigure } from '#domain/exports/figures.ts';
import type { CaseStatus } from '#domain/base/states.ts';
import type { landingPage, REGISTRATION_PAGES } from '#domain/accounts/registration.ts';
import type { Href } from '#src/ui/href.ts';
import type { RegisteredRouter } from '@tanstack/react-router';
import { writeSearch } from './search-params.ts';

/** The times that the list of cases offers. */
type Period = Exclude<Duration, 'QUARTER' | 'YEAR'>;

type Routes = RegisteredRouter['routesByPath'];

/** The paths that lead to a screen; `/$` catches unknown ones. */
export type Path = Exclude<keyof Routes, '/$'>;

/** The root and the layouts have the path `/` as well; a screen's id ends in its path. */
type ScreenAt<P extends Path, R = Routes[P]> = R extends { id: `${string}${P}` } ? R : never;
type ParamsOf<P extends Path> = ScreenAt<P>['types']['allParams'];
type SearchOf<P extends Path> = ScreenAt<P>['types']['fullSearchSchemaInput'];
type Rest<P extends Path> = { readonly search?: SearchOf<P> } & (keyof ParamsOf<P> extends never
  ? unknown
  : { readonly params: ParamsOf<P> });
type Place<P extends Path> = { readonly to: P; readonly href: Href } & Rest<P>;

/**
 * Every place that a link, a navigation or a redirect leads to. One object serves all: its fields fit the router's `navigate` and
 * `redirect`; its `href` fits links and the history.
 */
export const paths = {
  home: place('/'),
  figures: place('/', { search: { view: 'figures' } }),
  /** The list of the cases in a state that changed within a time. */
  cases: ({ status, duration }: { status: CaseStatus | 'ALL'; duration: Period }) =>
    place('/', {
      search: {
        ...(status === 'ALL' ? { list: 'all' as const } : { status }),
        ...(duration === 'ALL' ? {} : { days: duration }),
      },
    }),
  /** The list of the cases whose consent is to be confirmed on the day. */
  confirmDue: place('/', { search: { confirm: 'due' } }),
  /** Everybody's consents that a figure has counted on some days. */
  counted: (counted: { figure: ConsentFigure; from?: string; to?: string }) =>
    place('/consent', { search: { whose: 'all', ...counted } }),
  lists: place('/listed'),
  listsOf: (filter: SearchOf<'/listed'>) => place('/listed', { search: filter }),
  listSheet: (filter: SearchOf<'/listed'>) => place('/listed', { search: { ...filter, mode: 'sheet' } }),
  patients: place('/patient'),
  choosePatient: place('/patient', { search: { mode: 'choose' } }),
  newPatient: place('/patient', { search: { mode: 'new' } }),
  importPatients: place('/patient', { search: { mode: 'import' } }),
  newPatientForConsent: place('/patient', { search: { mode: 'new', purpose: 'consent' } }),
  patient: (id: string) => place('/patient/detail', { search: { id } }),
  newPatientForReferral: place('/patient', { search: { mode: 'new', purpose: 'referral' } }),
  referrals: place('/my-referral'),
  referral: (id: string) => place('/my-referral', { search: { id } }),
  newReferral: place('/my-referral', { search: { mode: 'new' } }),
  newReferralFor: (patient: string) => place('/my-referral', { search: { mode: 'new', patient } }),
  newConsent: (patient: string) => place('/create-consent', { search: { patient } }),
  /** The first form of a case that was referred and accepted. */
  firstConsent: (patient: string, record: string) => place('/create-consent', { search: { patient, record } }),
  draft: (consent: string, record: string) => place('/create-consent', { search: { consent, record } }),
  consents: place('/consent'),
  importConsents: place('/consent', { search: { mode: 'import' } }),
  record: (id: string) => place('/consent', { search: { id } }),
  /** A case with the question before its handover. */
  handover: (id: string) => place('/consent', { search: { id, next: 'handover' } }),
  library: place('/procedure'),
  procedure: (id: string) => place('/procedure', { search: { id } }),
  /** A procedure at one version: a draft behind the version in use. */
  procedureVersion: (id: string, version: number) => place('/procedure', { search: { id, version } }),
  newProcedure: place('/procedure', { search: { mode: 'new' } }),
  editProcedure: (id: string) => place('/procedure', { search: { id, mode: 'edit' } }),
  newSection: (id: string) => place('/procedure', { search: { id, mode: 'section' } }),
  editSection: (id: string, section: string) => place('/procedure', { search: { id, mode: 'section', section } }),
  editLinks: (id: string) => place('/procedure', { search: { id, mode: 'links' } }),
  templates: place('/templates'),
  newTemplate: place('/templates', { search: { mode: 'new' } }),
  template: (id: string) => place('/templates', { search: { id } }),
  templateVersion: (id: string, version: number) => place('/templates', { search: { id, version } }),
  editTemplate: (id: string) => place('/templates', { search: { id, mode: 'edit' } }),
  copyTemplate: (id: string) => place('/templates', { search: { id, mode: 'copy' } }),
  outbox: place('/outbox'),
  outboxItem: (item: string) => place('/outbox', { search: { item } }),
  people: place('/User-Management'),
  person: (person: string) => place('/User-Management', { search: { person } }),
  roles: place('/roles'),
  newRole: place('/add-role'),
  role: (id: string) => place('/edit-role', { search: { id } }),
  organisation: place('/organisation'),
  messages: place('/messages'),
  devices: place('/devices'),
  securityLog: place('/security'),
  auditTrail: place('/audit'),
  retention: place('/retention'),
  subjectAccess: place('/subject-access'),
  storedData: (patient: string) => place('/subject-access', { search: { patient } }),
  reviewPack: (pack: string) => place('/subject-access', { search: { pack } }),
  status: place('/status'),
  profile: place('/profile'),
  about: place('/about'),
  faqs: place('/faqs'),
  terms: place('/terms'),
  signIn: place('/login'),
  /** @param to - the path and search to open after signing in */
  signInFor: (to: string) => place('/login', { search: { to } }),
  signOut: place('/logout'),
  register: place('/register-email'),
  registerPassword: place('/register-password'),
  setupTwoFactor: place('/setup2fa'),
  acceptTerms: place('/termsconditions'),
  waitingForApproval: place('/waiting-approval'),
  forgotPassword: place('/forgot-password'),
  resetPassword: place('/reset-password'),
  blankForms: place('/blank-forms'),
  privacy: (o?: string) => place('/privacy', { search: o === undefined ? {} : { o } }),
  accessibility: (o?: string) => place('/accessibility', { search: o === undefined ? {} : { o } }),
  verify: place('/verify'),
  verifyCode: (code: string) => place('/verify/$code', { params: { code } }),
} as const;

type Routed<P extends Path> = P;
/** The pages that the domain names itself (spec §2, §4): a page without a route does not compile. */
export type DomainPath = Routed<(typeof REGISTRATION_PAGES)[keyof typeof REGISTRATION_PAGES] | ReturnType<typeof landingPage>>;

/** Whether an address (path and search) is at one of these paths; letter case is ignored, as the router does. */
export function isAt(address: string, within: readonly Path[]): boolean {
  const pathname = address.toLowerCase().replace(/[?#].*$/, '');
  return within.some((path) => path.toLowerCase() === pathname);
}

/** An unknown path, an unknown search value or a missing parameter does not compile. */
function place<P extends Path>(to: P, ...[rest]: {} extends Rest<P> ? [Rest<P>?] : [Rest<P>]): Place<P> {
  const { params = {}, search = {} }: Loose = rest ?? {};
  const path = to.replaceAll(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  // The parameter types are checked above, which justifies the brand; optional parameters may be missing.
  return { to, ...rest, href: `${path}${writeSearch({ ...search })}` } as Place<P>;
}

type Loose = { readonly params?: Readonly<Record<string, string>>; readonly search?: object };
