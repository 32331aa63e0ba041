import { AccessibilityWords } from '#src/public-pages/AccessibilityWords.tsx';
import { OpenPage } from './OpenPage.tsx';

/** The accessibility statement of this version, with the contact of an organisation. */
export function Accessibility({ organisation }: { readonly organisation: string | undefined }) {
  return (
    <OpenPage title="Accessibility statement" organisation={organisation}>
      {(known) => <AccessibilityWords organisation={known} canLeave />}
    </OpenPage>
  );
}
