import type { Missing } from '#domain/forms/missing.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { STEP_WORDS } from './steps.ts';
import styles from './builder.module.css';

type MissingListProps = {
  readonly missing: readonly Missing[];
  readonly onGo: (missing: Missing) => void;
  /** Names the step beside each item: on the review, which lists all of them. */
  readonly showSteps?: boolean;
};

/**
 * The items that keep this consent from being signed; each links to its step and field. Renders nothing when the consent is
 * complete.
 */
export function MissingList({ missing, onGo, showSteps = false }: MissingListProps) {
  if (missing.length === 0) return null;
  return (
    <Notice tone="warn" title="Before it can be signed">
      <ul className={styles.missing}>
        {missing.map((each) => (
          <li key={`${each.path} ${each.message}`}>
            <button type="button" onClick={() => onGo(each)}>
              {each.message}
            </button>
            {showSteps && <span className={styles.small}> ({STEP_WORDS[each.step]})</span>}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
