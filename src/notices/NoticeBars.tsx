import { Icon } from '#src/ui/theme/Icon.tsx';
import { CLOSE_NOTICE } from '#src/ui/theme/theme.ts';
import { toneIcon } from '#src/ui/theme/tone.ts';
import { useHeightVariable } from '#src/ui/layout/use-height-variable.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import styles from './NoticeBars.module.css';
import { hideNotice, useNotices, type PersistentNotice } from './persistent-notices.ts';

/** Number of bars shown at once [choice]: more would push a phone's page out of sight. */
const MOST = 3;

/**
 * The notices that stay, as bars above the page and in its flow: nothing lies under them. Beside the root, so that the sign-in form has
 * them as well, which begins the page before the app; a locked screen hides them with the rest.
 */
export function NoticeBars() {
  const notices = useNotices();
  const [isAll, setAll] = useState(false);
  const [area] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.prepend(area);
    return () => area.remove();
  }, [area]);
  const height = useHeightVariable('--notices-height');
  if (notices.length === 0) return null;
  const hidden = isAll ? 0 : Math.max(notices.length - MOST, 0);
  const shown = notices.slice(0, notices.length - hidden);
  return createPortal(
    <div className={styles.bars} ref={height} data-notices>
      {shown.map((notice) => (
        <NoticeBar key={`${notice.id} ${notice.nth}`} {...notice} />
      ))}
      {hidden > 0 && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          {hidden === 1 ? 'Show one more notice' : `Show ${hidden} more notices`}
        </button>
      )}
    </div>,
    area,
  );
}

function NoticeBar({ id, message, tone, action }: PersistentNotice) {
  const bar = useRef<HTMLDivElement>(null);
  // The answer to an act: it may have been given far down the page.
  useEffect(() => {
    if (tone === 'stop') bar.current?.scrollIntoView({ block: 'nearest' });
  }, [tone]);
  return (
    <div className={styles.bar} data-tone={tone} ref={bar} role={tone === 'stop' ? 'alert' : 'status'}>
      <Icon name={toneIcon[tone]} />
      <div className={styles.words}>{message}</div>
      {action !== undefined && <div className={styles.action}>{action}</div>}
      <button type="button" className={styles.close} aria-label={CLOSE_NOTICE} onClick={() => hideNotice(id)}>
        <Icon name="cross" />
      </button>
    </div>
  );
}
