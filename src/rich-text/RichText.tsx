import type { TemplateNode, TextRun } from '#domain/templates/template.ts';
import { addressBeside, isRule } from '#domain/templates/template-words.ts';
import type { ReactNode } from 'react';

type RichTextProps = { readonly nodes: readonly TemplateNode[] };

/**
 * A template's text. Links are not clickable on a tablet that is with a patient: their address is printed beside them.
 * Placeholders for signatures are for the printed form, and show nothing here.
 */
export function RichText({ nodes }: RichTextProps): ReactNode {
  return nodes.map((node, at) => <Node key={at} node={node} />);
}

function Node({ node }: { readonly node: TemplateNode }): ReactNode {
  if ('text' in node) return <Text {...node} />;
  if (node.type === 'link') {
    const address = addressBeside(node);
    return (
      <>
        <RichText nodes={node.children} />
        {address !== '' && <span className="address">{address}</span>}
      </>
    );
  }
  const children = <RichText nodes={node.children} />;
  switch (node.type) {
    case 'heading-one':
      return <h2>{children}</h2>;
    case 'heading-two':
      return <h2 className="minor">{children}</h2>;
    case 'bulleted-list':
      return <ul>{children}</ul>;
    case 'numbered-list':
      return <ol>{children}</ol>;
    case 'list-item':
      return <li>{children}</li>;
    case 'border':
      return isRule(node) ? <hr /> : <div className="framed">{children}</div>;
    case 'consent-patient':
    case 'consent-clinic':
    case 'consent-interpreter':
      return null;
    case 'paragraph':
      return <p>{children}</p>;
  }
}

function Text({ text, bold, italic, underline }: TextRun): ReactNode {
  const leaned = italic === true ? <i>{text}</i> : text;
  const lined = underline === true ? <u>{leaned}</u> : leaned;
  return bold === true ? <b>{lined}</b> : lined;
}
