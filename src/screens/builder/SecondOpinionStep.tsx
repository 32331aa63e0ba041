import { MissingList } from './MissingList.tsx';
import type { BuilderStepProps } from './step-props.ts';

export function SecondOpinionStep({ missing, onGo }: BuilderStepProps) {
  return <MissingList missing={missing} onGo={onGo} showSteps />;
}
