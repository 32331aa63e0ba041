import { DEFAULT_ZONE } from '#domain/values/default-zone.ts';
import { maintenanceState, maintenanceTimes } from '#domain/organisation/maintenance.ts';
import { configOptions } from '#src/queries/reference.ts';
import { useClockValue } from '#src/device/use-clock-value.ts';
import { serverNow } from '#src/device/clock.ts';
import { Icon } from '#src/ui/theme/Icon.tsx';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import styles from './MaintenanceBanner.module.css';

type MaintenanceBannerProps = {
  /** Stands inside a column, not across the screen. */
  readonly isCard?: boolean;
  /** Only where no provider gives one. */
  readonly client?: QueryClient;
};

/**
 * Planned maintenance, as the last answer of the server told it: announced before, named while it runs, gone after. Without a network the
 * stored answer serves.
 */
export function MaintenanceBanner({ isCard = false, client }: MaintenanceBannerProps) {
  const { data } = useQuery({ ...configOptions(), ...(client && { enabled: false }) }, client);
  const maintenance = data?.settings.maintenance ?? null;
  const state = useClockValue(() => (maintenance === null ? null : maintenanceState(maintenance, serverNow())));
  if (maintenance === null || state === null) return null;
  const times = maintenanceTimes(maintenance, data?.settings.timeZone ?? DEFAULT_ZONE);
  return (
    <section className={styles.banner} data-state={state} data-card={isCard || undefined} aria-label="Maintenance">
      <Icon name="clock" />
      <p className={styles.words}>
        <strong>{state === 'SOON' ? 'Planned maintenance' : 'Maintenance is under way'}:</strong>{' '}
        <span className="num">{times}.</span> {maintenance.text}
      </p>
    </section>
  );
}
