import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { Phone } from '#src/public-pages/Reach.tsx';
import { organisationOptions } from '#src/queries/organisation.ts';
import { configOptions, faqOptions } from '#src/queries/reference.ts';
import { firstStepsKind, openFirstSteps } from '#src/session/first-steps.ts';
import { useSession } from '#src/session/session.ts';
import { Disclosure } from '#src/ui/layout/Disclosure.tsx';
import { Link } from '#src/ui/Link.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { REPORT_SAFETY } from '#src/safety/ReportAct.tsx';
import { ReportForm } from '#src/safety/ReportForm.tsx';
import { helpTopics } from './help-topics.ts';
import { OwnReports } from './OwnReports.tsx';
import styles from './help.module.css';

type HelpPanelProps = { readonly path: string; readonly onClose: () => void };

/** Help for one screen: its questions, the way to all of them and to the first steps, whom to ask, and the version. */
export function HelpPanel({ path, onClose }: HelpPanelProps) {
  const faqs = useQuery(faqOptions());
  const user = useSession()?.user;
  const topics = helpTopics(path);
  const all = faqs.data ?? [];
  const [isReporting, setReporting] = useState(false);
  const own = topics.flatMap((id) => all.filter(({ _id }) => _id === id));
  const shown = own.length > 0 ? own : all.slice(0, 3);
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong className={styles.title}>{isReporting ? REPORT_SAFETY : 'Help with this screen'}</strong>}
      closeButtonProps={{ 'aria-label': 'Close help' }}
      size="lg"
    >
      {isReporting ? (
        <ReportForm mayNameCase onClose={() => setReporting(false)} />
      ) : (
        <div className={styles.panel}>
          {faqs.data === undefined &&
            (faqs.isError ? <QueryFailure failure={faqs.error} onRetry={() => void faqs.refetch()} /> : <Skeleton lines={4} />)}
          <div>
            {shown.map(({ _id, question, answer }) => (
              <Disclosure key={_id} summary={question}>
                <p>{answer}</p>
              </Disclosure>
            ))}
          </div>
          <ul className={styles.more}>
            <li>
              <Link href={paths.faqs.href} onClick={onClose}>
                All questions and answers
              </Link>
            </li>
            {user !== undefined && firstStepsKind(user.permissions) !== null && (
              <li>
                <Link
                  href={paths.home.href}
                  onClick={() => {
                    openFirstSteps(user._id);
                    onClose();
                  }}
                >
                  First steps
                </Link>
              </li>
            )}
          </ul>
          <Contact />
          <div>
            <Button variant="default" onClick={() => setReporting(true)}>
              {REPORT_SAFETY}
            </Button>
          </div>
          <OwnReports />
        </div>
      )}
    </Modal>
  );
}

/** The organisation's own contact; the product's where it names none, or cannot be asked. */
function Contact() {
  const { data: config } = useQuery(configOptions());
  const { data: own } = useQuery(organisationOptions());
  const email = own?.supportEmail ?? config?.product.supportEmail ?? '';
  const phone = own?.supportPhone ?? '';
  return (
    <p className={styles.contact}>
      Somebody to ask:{' '}
      {phone !== '' && (
        <>
          <Phone number={phone} canRing />
          {email !== '' && ' or '}
        </>
      )}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
      {phone === '' && email === '' && 'your administrator'}. Version {config?.API_VERSION ?? 'unknown'}.
    </p>
  );
}
