import { lazy, Suspense } from 'react';
import styles from '../cases.module.css';

const QrCode = lazy(async () => ({ default: (await import('#src/qr/QrCode.tsx')).QrCode }));

/** A link as a code for the camera of a phone. @param left - of the time for which it is shown: `1:59` */
export function ShownCode({ url, left }: { readonly url: string; readonly left: string }) {
  return (
    <div className={styles.code}>
      <Suspense fallback={<p>Drawing the code…</p>}>
        <QrCode url={url} label="Code for the camera" className={styles.codePicture} />
      </Suspense>
      <p className="num" role="timer">
        Hidden in {left}
      </p>
    </div>
  );
}
