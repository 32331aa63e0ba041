import { Fetched } from '#src/sign/pieces/Fetched.tsx';
import { Changed } from './Changed.tsx';
import { InterpretingPage } from './InterpretingPage.tsx';
import { RoleIdentity } from './RoleIdentity.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

export { RoleParts } from '#src/sign/pieces/RoleParts.tsx';

/** The pages of this file: asked of signers other than the patient, or shown where a form has what only some forms have. */
export type RoleStep =
  | 'identity'
  | 'interpreting'
  | 'changed'
  | 'more'
  | 'family'
  | 'capacity'
  | 'understanding'
  | 'again'
  | 'answers';

// Apart from each other: what a form says about a family is not loaded for one about capacity.
const fetchMore = () => import('./More.tsx').then(({ More }) => More);
const fetchFamily = () => import('./FamilyFactsPage.tsx').then(({ FamilyFactsPage }) => FamilyFactsPage);
const fetchCapacity = () => import('./CapacityFactsPage.tsx').then(({ CapacityFactsPage }) => CapacityFactsPage);

const fetchLater = () => import('./LaterPages.tsx').then(({ LaterPages }) => LaterPages);
const fetchUnderstanding = () => import('./UnderstandingPage.tsx').then(({ UnderstandingPage }) => UnderstandingPage);

type RolePagesProps = SignerStepProps & { readonly at: RoleStep; readonly onSkip?: (() => void) | undefined };

/** The pages of signers who are not the patient, and of forms that show more than the first shape. */
export function RolePages({ at, onSkip, ...props }: RolePagesProps) {
  switch (at) {
    case 'identity':
      return <RoleIdentity {...props} />;
    case 'interpreting':
      return <InterpretingPage {...props} />;
    case 'changed':
      return <Changed {...props} />;
    case 'more':
      return <Fetched key={at} from={fetchMore} props={props} onBack={props.navigation.onBack} />;
    case 'family':
      return <Fetched key={at} from={fetchFamily} props={props} onBack={props.navigation.onBack} />;
    case 'capacity':
      return <Fetched key={at} from={fetchCapacity} props={props} onBack={props.navigation.onBack} />;
    case 'again':
    case 'answers':
      return <Fetched from={fetchLater} props={{ ...props, at }} onBack={props.navigation.onBack} />;
    case 'understanding':
      return <Fetched key={at} from={fetchUnderstanding} props={props} onBack={props.navigation.onBack} onSkip={onSkip} />;
  }
}
