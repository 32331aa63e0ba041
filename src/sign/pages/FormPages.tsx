import { Fetched } from '#src/sign/pieces/Fetched.tsx';
import { WithRoleParts } from './WithRoleParts.tsx';
import { useTranslation } from '#src/sign/texts/reading-language.ts';
import type { SignerStep } from '#src/sign/steps.ts';
import type { Aside } from '#src/sign/visit.ts';
import { Benefits } from './Benefits.tsx';
import { Check } from './Check.tsx';
import { Choices } from './Choices.tsx';
import { FormText } from './FormText.tsx';
import { Matters } from './Matters.tsx';
import { NotNowPage } from './NotNowPage.tsx';
import { OtherWays } from './OtherWays.tsx';
import { Plan } from './Plan.tsx';
import { QuestionPage } from './QuestionPage.tsx';
import { Risks } from './Risks.tsx';
import { Sign } from './Sign.tsx';
import { StopPage } from './StopPage.tsx';
import type { SignerStepProps } from '#src/sign/step-props.ts';

export type FormPagesProps = SignerStepProps & { readonly at: SignerStep; readonly aside: Aside | null };

const PAGES = {
  plan: Plan,
  benefits: Benefits,
  other: OtherWays,
  form: FormText,
  matters: Matters,
  choices: Choices,
  question: QuestionPage,
  check: Check,
  sign: Sign,
} as const;

// A chunk of its own, which a patient's form of the first shape never loads.
const fetchRolePages = () => import('./RolePages.tsx').then(({ RolePages }) => RolePages);

/** The pages of the form from "What is planned" to the signature, and those before it of signers who are not the patient. */
export function FormPages(props: FormPagesProps) {
  const translation = useTranslation();
  return (
    <WithRoleParts shown={props.details.shown} onBack={props.navigation.onBack}>
      {props.aside === null && translation?.note(props.details, props.at)}
      <FormPage {...props} />
    </WithRoleParts>
  );
}

function FormPage({ at, aside, ...props }: FormPagesProps) {
  if (aside === 'stop') return <StopPage {...props} />;
  if (aside !== null) return <NotNowPage {...props} key={aside} aside={aside} />;
  if (isRisks(at)) return <Risks {...props} key={at} at={Number(at.slice('risks-'.length))} />;
  const onSkip = at === 'understanding' ? () => skip(props.visiting) : undefined;
  if (!isOwnPage(at))
    return (
      <Fetched key={at} from={fetchRolePages} props={{ ...props, at, onSkip }} onBack={props.navigation.onBack} onSkip={onSkip} />
    );
  const Shown = PAGES[at];
  return <Shown {...props} key={at} />;
}

// Whether the signer has passed questions that did not load: only Back returns to them.
let isPast = false;

/** Skips questions that cannot be loaded: the form never waits for them. */
function skip({ dispatch }: SignerStepProps['visiting']) {
  isPast = !isPast;
  dispatch({ kind: isPast ? 'onward' : 'back' });
}

function isRisks(at: SignerStep): at is `risks-${number}` {
  return at.startsWith('risks-');
}

function isOwnPage(at: SignerStep): at is keyof typeof PAGES {
  return at in PAGES;
}
