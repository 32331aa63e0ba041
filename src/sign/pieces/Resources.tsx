import './resources.css';
import type { TicketExtras } from '#contract/shapes/ticket-extras.ts';
import type { FormResource } from '#domain/consents/form-extras.ts';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';
import { ByLink } from '#src/sign/texts/use-texts.ts';
import { useContext, useId, useState } from 'react';
import * as v from 'valibot';
import { Beside } from './Beside.tsx';
import { resourceTexts, type ResourceTexts } from '#src/sign/texts/resource-texts.ts';

// The drawing of a code loads when the first one is opened.
const fetchCode = () => import('#src/qr/QrCode.tsx').then(({ QrCode }) => QrCode);

const Shown = v.object({
  kind: v.picklist(['LEAFLET', 'VIDEO', 'PICTURE']),
  title: v.string(),
  url: v.pipe(v.string(), v.url(), v.startsWith('https://')),
});

/**
 * The leaflets, videos and pictures of the form's procedures, behind one quiet button. On a handed-over tablet each opens as a code for
 * the signer's own phone, so that the form stays; on their own device it is a link.
 */
export function Resources({ resources }: TicketExtras) {
  const words = useResourceTexts();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const list = Array.isArray(resources) ? resources.filter((each) => v.is(Shown, each)) : [];
  if (list.length === 0) return null;
  return (
    <section className="resources">
      <button type="button" className="change" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {words.title}
      </button>
      <div id={id} hidden={!isOpen}>
        <p>{words.lead}</p>
        <ul className="cards">
          {list.map((each) => (
            <li key={each.url} className="card">
              <Resource {...each} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Resource({ kind, title, url }: FormResource) {
  const words = useResourceTexts();
  const isOwnDevice = useContext(ByLink) !== null;
  const [hasCode, setCode] = useState(false);
  const named = (
    <>
      {words.kinds[kind]}: <bdi {...ENGLISH}>{title}</bdi>
    </>
  );
  if (isOwnDevice)
    return (
      <>
        <a href={url} target="_blank" rel="noopener noreferrer">
          {named}
        </a>
        <p className="small">{words.opens(new URL(url).hostname)}</p>
      </>
    );
  return (
    <>
      <p>{named}</p>
      <p className="address" {...ENGLISH}>
        {url}
      </p>
      <button type="button" className="change" aria-expanded={hasCode} onClick={() => setCode(!hasCode)}>
        {hasCode ? words.hide : words.code}
        <span className="unseen">
          : <bdi {...ENGLISH}>{title}</bdi>
        </span>
      </button>
      {hasCode && (
        <>
          <p>{words.scan}</p>
          <Beside from={fetchCode} props={{ url, label: `${words.code}: ${title}`, className: 'resource-code' }} />
        </>
      )}
    </>
  );
}

/** The sentences around leaflets and videos in the language that is read. */
function useResourceTexts(): ResourceTexts {
  return useTranslation()?.resources ?? resourceTexts;
}
