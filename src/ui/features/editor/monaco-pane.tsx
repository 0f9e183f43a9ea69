import { type FocusEvent, useEffect, useRef } from 'react';
import type { LineProblem } from '../../projections/editor/refusal.ts';
import { reveal } from '../../session/shell.ts';
import { useUi } from '../../widgets/ui-context.tsx';
import styles from './editor.module.css';
import { configureKubernetes, defineTheme, monaco } from './monaco-setup.ts';

export interface MonacoPaneProps {
  readonly name: string;
  readonly text: string;
  readonly label: string;
  /** What the cluster or kubectl's reader said, by line. */
  readonly problems: readonly LineProblem[];
  /** What the simulation keeps and does not act on, by line. */
  readonly ignored: readonly LineProblem[];
  readonly onChange: (text: string) => void;
  readonly onApply: () => void;
}

const OWNER = 'podscope';

type Editor = ReturnType<typeof monaco.editor.create>;

/** The YAML editor itself. A model a file, so that undo and the cursor stay with it. */
export function MonacoPane(props: MonacoPaneProps) {
  const { name, text, label, problems, ignored, onChange, onApply } = props;
  const box = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  const latest = useRef({ onChange, onApply });
  useEffect(() => {
    latest.current = { onChange, onApply };
  });
  useTheme();
  useEffect(() => {
    if (box.current === null) return;
    const made = monaco.editor.create(box.current, {
      model: modelOf(name, text),
      ariaLabel: label,
      automaticLayout: true,
      fontFamily: "'JetBrains Mono Variable', 'Pretendard Variable', monospace",
      fontLigatures: false,
      fontSize: 13,
      lineHeight: 20,
      minimap: { enabled: false },
      scrollBeyondLastLine: false,
      tabSize: 2,
      fixedOverflowWidgets: true,
      renderFinalNewline: 'off',
      glyphMargin: false,
      lineNumbersMinChars: 3,
      folding: true,
      overviewRulerLanes: 0,
    });
    editor.current = made;
    void configureKubernetes();
    made.addCommand(monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter, () => latest.current.onApply());
    // Escape first closes what the editor has open, and then leaves it, as it leaves the terminal.
    made.addCommand(monaco.KeyCode.Escape, () => reveal('stage'), NOTHING_OPEN);
    const listening = made.onDidChangeModelContent(() => latest.current.onChange(made.getValue()));
    made.focus();
    return () => {
      listening.dispose();
      made.dispose();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the editor is made once; its model follows `name` below
  }, []);
  useEffect(() => {
    const model = modelOf(name, text);
    if (model.getValue() !== text) model.setValue(text);
    if (editor.current?.getModel() !== model) editor.current?.setModel(model);
  }, [name, text]);
  useEffect(() => {
    const model = modelOf(name, text);
    monaco.editor.setModelMarkers(
      model,
      OWNER,
      [...problems.map(refusedMarker), ...ignored.map(ignoredMarker)].map((marker) => {
        // What is missing at the end of a file is missed on the line after it.
        const line = Math.min(marker.startLineNumber, model.getLineCount());
        const endColumn = Math.max(marker.startColumn + 1, model.getLineMaxColumn(line));
        return { ...marker, startLineNumber: line, endLineNumber: line, endColumn };
      }),
    );
  }, [name, text, problems, ignored]);
  // Who comes by a key gets to the text, also when it has been here all the time.
  const enter = (event: FocusEvent): void => {
    if (event.target === box.current) editor.current?.focus();
  };
  return <div ref={box} className={styles.monaco} data-typing data-autofocus tabIndex={-1} onFocus={enter} />;
}

/** When Escape has nothing to close in the editor, in the words of its key bindings. */
const NOTHING_OPEN = [
  'suggestWidgetVisible',
  'findWidgetVisible',
  'parameterHintsVisible',
  'editorHoverVisible',
  'inlineSuggestionVisible',
  'inSnippetMode',
  'editorHasMultipleSelections',
  'markersNavigationVisible',
]
  .map((open) => `!${open}`)
  .join(' && ');

function modelOf(name: string, text: string) {
  const uri = monaco.Uri.parse(`file:///${encodeURIComponent(name)}`);
  return monaco.editor.getModel(uri) ?? monaco.editor.createModel(text, 'yaml', uri);
}

const place = ({ line, column }: LineProblem) => ({
  startLineNumber: Math.max(1, line),
  startColumn: column,
});

function refusedMarker(problem: LineProblem) {
  const { message } = problem;
  return { ...place(problem), severity: monaco.MarkerSeverity.Error, message, source: 'kube-apiserver' };
}

function ignoredMarker(field: LineProblem) {
  return {
    ...place(field),
    severity: monaco.MarkerSeverity.Info,
    message: field.message,
    source: 'Podscope',
  };
}

/** From the page's own element: what is about to be put into the page has no style yet. */
function useTheme(): void {
  const { theme } = useUi();
  useEffect(() => {
    const style = getComputedStyle(document.documentElement);
    const name = `podscope-${theme}`;
    defineTheme(name, theme === 'dark', (property) => style.getPropertyValue(property).trim());
    monaco.editor.setTheme(name);
  }, [theme]);
}
