import type { TemplateNode } from '#domain/templates/template.ts';
import { useState, type KeyboardEvent } from 'react';
import { createEditor, Editor } from 'slate';
import { withHistory } from 'slate-history';
import { ReactEditor, withReact } from 'slate-react';
import type { EditorBlock } from './editor-nodes.ts';
import { linkAt, moveToEdge, setLink, toggleMark, type TextMark } from './edits.ts';
import { toEditor } from './to-editor.ts';
import { withTemplate } from './with-template.ts';

const KEYS: Readonly<Record<string, TextMark>> = { b: 'bold', i: 'italic', u: 'underline' };
const EDGES: Readonly<Record<string, 'start' | 'end'>> = { Home: 'start', End: 'end' };

type Options = {
  /** Read once. */
  readonly initial: readonly TemplateNode[];
  /** The text has places for signatures. */
  readonly hasSignatureBlocks: boolean;
};

/** The editor of one text: its content, its keys, why it refuses an edit, and the link that is being set. */
export function useTextEditor({ initial, hasSignatureBlocks }: Options) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isLinking, setLinking] = useState(false);
  const [editor] = useState(() =>
    withTemplate(withHistory(withReact(createEditor())), { refuse: setRefusal, hasSignatureBlocks }),
  );
  const [blocks] = useState<EditorBlock[]>(() => toEditor(initial));
  return {
    editor,
    /** at the start */
    blocks,
    refusal,
    clearRefusal: () => setRefusal(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const edge = EDGES[event.key];
      if (edge !== undefined && moveToEdge(editor, edge, event.shiftKey)) event.preventDefault();
      const mark = KEYS[event.key.toLowerCase()];
      if (mark === undefined) return;
      event.preventDefault();
      toggleMark(editor, mark);
    },
    isLinking,
    /** Of the link at the selection; undefined where there is none. */
    linkAddress: () => linkAt(editor)?.url,
    openLink: () => {
      if (editor.selection === null) editor.select(Editor.end(editor, []));
      setLinking(true);
    },
    /** @param url - null removes the link, undefined leaves it is */
    finishLink: (url: string | null | undefined) => {
      setLinking(false);
      if (url !== undefined) setLink(editor, url);
      // The dialog gives the focus back to the button first.
      setTimeout(() => ReactEditor.focus(editor));
    },
  };
}
