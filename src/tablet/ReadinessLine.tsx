import { readinessOptions } from '#src/queries/ready/readiness.ts';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { useQuery } from '@tanstack/react-query';
import { READINESS_WORDS } from './readiness-words.ts';

/** One line: whether this tablet can work without a network, or what it still needs. */
export function ReadinessLine() {
  const { data } = useQuery(readinessOptions());
  return data === undefined ? null : <QuietLine>{READINESS_WORDS[data]}</QuietLine>;
}
