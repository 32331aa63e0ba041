import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { failureWords } from '#src/notices/failure-words.ts';
import { useServerStatus } from '#src/notices/use-online.ts';
import { scanPageOptions } from '#src/queries/paper.ts';
import { FilePicture } from '#src/ui/FilePicture.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Icon } from '#src/ui/theme/Icon.tsx';
import type { IconName } from '#src/ui/theme/icon-paths.ts';
import styles from './PaperView.module.css';
import { ScanButtons } from './ScanButtons.tsx';
import { usePaperViewport, type PaperViewport } from './use-paper-viewport.ts';

type Props = { readonly consentID: string; readonly scan: Pick<UploadedScan, 'sha256' | 'pages'> };

/** The pages of a scan, one at a time and large, beside the fields that are read from them. */
export function PaperView({ consentID, scan }: Props) {
  const view = usePaperViewport(scan.pages);
  const [isHidden, setHidden] = useState(false);
  return (
    <section className={styles.view} aria-label="The paper" data-hidden={isHidden || undefined}>
      <div className={styles.bar}>
        <div className={styles.group}>
          {scan.pages > 1 && <Act name="back" label="Previous page" onAct={view.turnBack} />}
          <span role="status" className="num">
            Page {view.page} of {scan.pages}
          </span>
          {scan.pages > 1 && <Act name="next" label="Next page" onAct={view.turnOn} />}
        </div>
        <div className={styles.group}>
          <div className={styles.sizes}>
            <Act name="minus" label="Smaller" onAct={view.reduce} />
            <Act name="plus" label="Larger" onAct={view.enlarge} />
          </div>
          <Button
            className={styles.fold}
            variant="default"
            aria-expanded={!isHidden}
            onClick={() => setHidden(!isHidden)}
            rightSection={<Icon name={isHidden ? 'down' : 'up'} />}
          >
            {isHidden ? 'Show' : 'Hide'}
            <span className="visually-hidden"> the page</span>
          </Button>
        </div>
      </div>
      <Sheet consentID={consentID} sha256={scan.sha256} view={view} />
    </section>
  );
}

type ActProps = { readonly name: IconName; readonly label: string; readonly onAct: (() => void) | undefined };

/** An act on the page; disabled where there is none. */
function Act({ name, label, onAct }: ActProps) {
  return (
    <ActionIcon variant="default" aria-label={label} disabled={onAct === undefined} onClick={onAct}>
      <Icon name={name} />
    </ActionIcon>
  );
}

/** The frame in which the present page is moved. */
function Sheet({
  consentID,
  sha256,
  view,
}: {
  readonly consentID: string;
  readonly sha256: string;
  readonly view: PaperViewport;
}) {
  const { page, frame, width, tap } = view;
  const isServerHere = useServerStatus() === 'here';
  const { data, error, isFetching, refetch } = useQuery(scanPageOptions({ consentID, sha256, page }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long page scrolls by keys as well
    <div ref={frame} className={styles.sheet} role="group" aria-label={`Page ${page} of the scan`} tabIndex={0} data-autofocus>
      {data !== undefined ? (
        <FilePicture
          file={data}
          alt={`Page ${page} of the paper form, as it was scanned`}
          style={{ width: `${width * 100}%`, cursor: width === 1 ? 'zoom-in' : 'zoom-out' }}
          onClick={tap}
        />
      ) : error === null || isFetching ? (
        <div className={styles.words}>
          <Skeleton lines={8} />
        </div>
      ) : (
        <div className={styles.words} role="alert">
          <p>
            {isServerHere ? failureWords(error) : 'The pages of a scan need the network, and the server cannot be reached.'} What
            you have entered stays.
          </p>
          <div className={styles.group}>
            <Button variant="default" leftSection={<Icon name="refresh" />} onClick={() => void refetch()}>
              Try again
            </Button>
            {isServerHere && <ScanButtons consentID={consentID} scans={[{ sha256 }]} label="" isMain />}
          </div>
        </div>
      )}
    </div>
  );
}
