import { MissingList } from './MissingList.tsx';
import type { BuilderStepProps } from './step-props.ts';

export function FamilyStep({ missing, onGo }: BuilderStepProps) {
  return <MissingList missing={missing} onGo={onGo} showSteps />;
}
