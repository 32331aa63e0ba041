import type { UploadedScan } from '#domain/documents/paper-scan.ts';
import { scanLines } from './paper-words.ts';

type Props = {
  readonly scan: UploadedScan | undefined;
  /** The report that it was signed on paper, where that is all there is. */
  readonly report: string | undefined;
  readonly timeZone: string;
};

/** The state of the form on paper: nothing yet, a report, or a scan and how far it was recognised. */
export function PaperState({ scan, report, timeZone }: Props) {
  if (scan !== undefined)
    return scanLines(scan, timeZone).map((line) => (
      <p key={line} className="num">
        {line}
      </p>
    ));
  return (
    <>
      {report !== undefined && <p className="num">{report}</p>}
      <p>
        {report === undefined
          ? 'Print the form and have it signed with ink. Then upload a scan or photographs of all pages.'
          : 'It counts once its scan is here and was checked. Upload a scan or photographs of all pages.'}
      </p>
    </>
  );
}
