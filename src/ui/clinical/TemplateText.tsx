import { languageAttributes } from '#domain/values/patient-languages.ts';
import type { TemplateBlock, TemplateNode, TextRun } from '#domain/templates/template.ts';
import type { ReactNode } from 'react';
import { SIGN_WORDS } from './sign-words.ts';
import styles from './TemplateText.module.css';

/** A template's text as staff read it. Nodes are rendered one by one: markup in a template never becomes markup of the page. */
export function TemplateText({ nodes }: { readonly nodes: readonly TemplateNode[] }) {
  return <div className={styles.text}>{nodes.map(drawn)}</div>;
}

// A template's nodes have no ids and never move while they are shown: their index is their key.
function drawn(node: TemplateNode, place: number): ReactNode {
  if (!('type' in node)) return <span key={place}>{marked(node)}</span>;
  if (node.type === 'link')
    return (
      <a key={place} href={node.url} target="_blank" rel="noopener noreferrer">
        {node.children.map(drawn)}
      </a>
    );
  return <BlockContent key={place} block={node} />;
}

function marked({ text, bold, italic, underline }: TextRun): ReactNode {
  const leaning = italic === true ? <em>{text}</em> : text;
  const lined = underline === true ? <u>{leaning}</u> : leaning;
  return bold === true ? <strong>{lined}</strong> : lined;
}

function BlockContent({ block: { type, children } }: { readonly block: TemplateBlock }) {
  const inside = children.map(drawn);
  switch (type) {
    case 'heading-one':
      return <h3 className={styles.one}>{inside}</h3>;
    case 'heading-two':
      return <h3>{inside}</h3>;
    case 'bulleted-list':
      return <ul>{inside}</ul>;
    case 'numbered-list':
      return <ol>{inside}</ol>;
    case 'list-item':
      return <li>{inside}</li>;
    case 'border':
      return <div className={styles.border}>{inside}</div>;
    case 'paragraph':
      return <p>{inside}</p>;
    case 'consent-patient':
    case 'consent-clinic':
    case 'consent-interpreter':
      return (
        // The words are English in a text of any language.
        <div className={styles.signs} {...languageAttributes('en')}>
          <p className={styles.who}>{SIGN_WORDS[type].name}</p>
          {inside}
        </div>
      );
  }
}
