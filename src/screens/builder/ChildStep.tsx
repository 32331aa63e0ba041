import { MissingList } from './MissingList.tsx';
import type { BuilderStepProps } from './step-props.ts';

export function ChildStep({ missing, onGo }: BuilderStepProps) {
  return <MissingList missing={missing} onGo={onGo} showSteps />;
}
