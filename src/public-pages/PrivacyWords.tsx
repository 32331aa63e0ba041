import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { noticeParts } from '#domain/organisation/privacy-notice.ts';
import { Reach } from './Reach.tsx';

type PrivacyWordsProps = {
  readonly organisation: PublicOrganisation;
  /** Whether other sites can be opened from this page: not while a tablet is with a signer. */
  readonly canLeave: boolean;
};

/** The privacy notice of an organisation, or where it stands. The organisation has written it, in English as far as we know. */
export function PrivacyWords({ organisation, canLeave }: PrivacyWordsProps) {
  const { name, privacyText, privacyUrl } = organisation;
  return (
    <>
      <p>
        This is the privacy notice of <bdi>{name}</bdi>. It says what is done with what you enter here.
      </p>
      {privacyText !== null && <NoticeText text={privacyText} />}
      {privacyUrl !== null && (
        <p>
          Read it on their own site, with a network:{' '}
          {canLeave ? (
            <a href={privacyUrl} target="_blank" rel="noopener noreferrer">
              {privacyUrl}
            </a>
          ) : (
            <span>{privacyUrl}</span>
          )}
        </p>
      )}
      {privacyText === null && privacyUrl === null && <p>They have written no notice here yet. Ask them for it.</p>}
      <h2>Questions</h2>
      <Reach phone={organisation.phone} email={organisation.email} canLeave={canLeave} />
    </>
  );
}

function NoticeText({ text }: { readonly text: string }) {
  return noticeParts(text).map((part, at) =>
    part.kind === 'heading' ? (
      <h2 key={at}>
        <bdi>{part.text}</bdi>
      </h2>
    ) : (
      <p key={at} dir="auto">
        {part.text.split('\n').flatMap((line, nth) => (nth === 0 ? [line] : [<br key={nth} />, line]))}
      </p>
    ),
  );
}
