import { Fetched } from '#src/sign/pieces/Fetched.tsx';
import type { TakeBackProps } from './take-back-props.ts';

const fetchTakeBack = () => import('./TakeBack.tsx').then(({ TakeBack }) => TakeBack);

/** {@link TakeBack}, loaded when a clinician asks for it: patients do not wait for it. */
export function LazyTakeBack(props: TakeBackProps) {
  return <Fetched from={fetchTakeBack} props={props} onBack={props.onBack} />;
}
