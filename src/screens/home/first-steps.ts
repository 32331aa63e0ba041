import type { Permission } from '#domain/accounts/roles.ts';
import { paths } from '#src/paths.ts';
import { firstStepsKind } from '#src/session/first-steps.ts';
import type { Href } from '#src/ui/href.ts';

/** One step: what to know, and where to do it. */
export type FirstStep = {
  readonly title: string;
  readonly text: string;
  readonly link: { readonly href: Href; readonly label: string };
};

const OF_CLINICIAN: readonly FirstStep[] = [
  {
    title: 'Look at your own details',
    text: 'Your name and registration number are printed beside your signature. You can also set a tablet PIN there: it opens your own lock, and takes a tablet back from a patient, faster than your password.',
    link: { href: paths.profile.href, label: 'Open your profile' },
  },
  {
    title: 'Start with a patient',
    text: 'Every consent begins with the patient. Find them by name, birth date or number, or add them. Then five steps lead to a form that is ready to sign; what you enter is saved at once.',
    link: { href: paths.patients.href, label: 'Open the patients' },
  },
  {
    title: 'Hand the tablet over',
    text: 'On the consent’s page you hand the tablet to the patient, or send a link or a code. They see this one form and nothing else. You sign after them.',
    link: { href: paths.consents.href, label: 'Open the consents' },
  },
  {
    title: 'Work without a network',
    text: 'Everything goes on: it is saved sealed on this tablet and sent once, when the network is back. “To send” in the menu shows what still waits.',
    link: { href: paths.faqs.href, label: 'Read questions and answers' },
  },
];

const OF_REFERRER: readonly FirstStep[] = [
  {
    title: 'Look at your own details',
    text: 'Your name is shown to the clinicians who receive your patients. Please check that it is right.',
    link: { href: paths.profile.href, label: 'Open your profile' },
  },
  {
    title: 'Add your patient',
    text: 'You see the patients whom you have added, or referred, until their referral ends. Add one with name and birth date, and the NHS number if you have it.',
    link: { href: paths.patients.href, label: 'Open the patients' },
  },
  {
    title: 'Refer them',
    text: 'Under Referrals choose “New referral”: name a person or a speciality, write your question, and attach files. Their answer is shown there.',
    link: { href: paths.referrals.href, label: 'Open the referrals' },
  },
  {
    title: 'Prepare, and let a clinician send',
    text: 'You may prepare a consent form as a draft, also for a referral that was accepted. A clinician of the hospital talks with the patient, and sends the form to be signed.',
    link: { href: paths.consents.href, label: 'Open the consents' },
  },
];

const OF_ADMINISTRATOR: readonly FirstStep[] = [
  {
    title: 'Name your hospital',
    text: 'Its name, address and logo stand on every form, and its contact is shown to patients who need help.',
    link: { href: paths.organisation.href, label: 'Open the organisation' },
  },
  {
    title: 'Let people in',
    text: 'Whoever asked for an account waits for you. Give a role, and a date on which access ends. What each role may do is listed under Roles.',
    link: { href: paths.people.href, label: 'Open the people' },
  },
  {
    title: 'Publish the library',
    text: 'Procedures are drafts until a second person has reviewed them. Only published ones can be put on a form.',
    link: { href: paths.library.href, label: 'Open the library' },
  },
  {
    title: 'Look after the tablets',
    text: 'Each tablet that somebody signs in on is listed, with what it has not sent yet. Block one that is lost: what it holds cannot be read without a password.',
    link: { href: paths.devices.href, label: 'Open the tablets' },
  },
];

const STEPS = { administrator: OF_ADMINISTRATOR, clinician: OF_CLINICIAN, referrer: OF_REFERRER } as const;

/** The first steps of a person by what they may do; none for somebody who only reads. */
export function firstStepsOf(held: readonly Permission[]): readonly FirstStep[] {
  const kind = firstStepsKind(held);
  return kind === null ? [] : STEPS[kind];
}
