import type { TemplateLink, TextRun } from '#domain/templates/template.ts';
import type { RenderElementProps, RenderLeafProps } from 'slate-react';
import type { EditorBlock } from './editor-nodes.ts';
import { SignPiece } from './SignPiece.tsx';
import styles from './editor.module.css';

/** Draws a block or a link of the editor, each as the element that it is on paper. */
export function EditorElement({ attributes, children, element }: RenderElementProps) {
  const node: EditorBlock | TemplateLink = element;
  switch (node.type) {
    case 'heading-one':
      return <h2 {...attributes}>{children}</h2>;
    case 'heading-two':
      return (
        <h2 {...attributes} className={styles.minor}>
          {children}
        </h2>
      );
    case 'bulleted-list':
      return <ul {...attributes}>{children}</ul>;
    case 'numbered-list':
      return <ol {...attributes}>{children}</ol>;
    case 'list-item':
      return <li {...attributes}>{children}</li>;
    case 'item-text':
      return <div {...attributes}>{children}</div>;
    case 'border':
      return (
        <div {...attributes} className={styles.frame}>
          {children}
        </div>
      );
    case 'rule':
      return (
        <div {...attributes}>
          <div contentEditable={false}>
            <hr className={styles.rule} />
          </div>
          {children}
        </div>
      );
    case 'link':
      // No address of its own: a click places the cursor.
      return (
        <span {...attributes} className={styles.link} title={node.url}>
          {children}
        </span>
      );
    case 'consent-patient':
    case 'consent-clinic':
    case 'consent-interpreter':
      return (
        <SignPiece attributes={attributes} block={node}>
          {children}
        </SignPiece>
      );
    case 'paragraph':
      return <p {...attributes}>{children}</p>;
  }
}

/** Draws words with their marks. */
export function EditorLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const { bold, italic, underline }: TextRun = leaf;
  const leaning = italic === true ? <em>{children}</em> : children;
  const lined = underline === true ? <u>{leaning}</u> : leaning;
  return <span {...attributes}>{bold === true ? <strong>{lined}</strong> : lined}</span>;
}
