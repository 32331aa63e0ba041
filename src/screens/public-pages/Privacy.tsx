import { PrivacyWords } from '#src/public-pages/PrivacyWords.tsx';
import { OpenPage } from './OpenPage.tsx';

/** The privacy notice of an organisation. */
export function Privacy({ organisation }: { readonly organisation: string | undefined }) {
  return (
    <OpenPage title="Privacy notice" organisation={organisation}>
      {(known) =>
        known === null ? (
          <p>The notice cannot be shown: this hospital is not known here, or there is no network. Ask the hospital for it.</p>
        ) : (
          <PrivacyWords organisation={known} canLeave />
        )
      }
    </OpenPage>
  );
}
