import type { SignerRole } from '#domain/states.ts';
import type { TemplateNode, Words as Marked } from '#domain/template.ts';
import type { ReactNode } from 'react';
import { useFormTexts } from '#src/sign/texts/use-form-texts.ts';

type RichTextProps = { readonly nodes: readonly TemplateNode[]; readonly signers: readonly SignerRole[] };

/**
 * A template's text. Links are not clickable on a tablet that is with a patient: their address is printed beside them.
 * Placeholders for signatures name the signer.
 */
export function RichText({ nodes, signers }: RichTextProps): ReactNode {
  return nodes.map((node, at) => <Node key={at} node={node} signers={signers} />);
}

function Node({ node, signers }: { readonly node: TemplateNode } & Pick<RichTextProps, 'signers'>): ReactNode {
  const { form } = useFormTexts();
  if ('text' in node) return <Text {...node} />;
  if (node.type === 'link') {
    const children = <RichText nodes={node.children} signers={signers} />;
    const isAddress = node.children.map(({ text }) => text).join('') === node.url;
    return isAddress ? (
      children
    ) : (
      <>
        {children} <span className="address">({node.url})</span>
      </>
    );
  }
  const children = <RichText nodes={node.children} signers={signers} />;
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
      return <div className="framed">{children}</div>;
    case 'consent-patient':
      return <p className="place">{form.patientPlace}</p>;
    case 'consent-clinic':
      return <p className="place">{form.clinicianPlace}</p>;
    case 'consent-interpreter':
      return signers.includes('INTERPRETER') ? <p className="place">{form.interpreterPlace}</p> : null;
    case 'paragraph':
      return <p>{children}</p>;
  }
}

function Text({ text, bold, italic, underline }: Marked): ReactNode {
  const leaned = italic === true ? <i>{text}</i> : text;
  const lined = underline === true ? <u>{leaned}</u> : leaned;
  return bold === true ? <b>{lined}</b> : lined;
}
