import * as monaco from 'monaco-editor/editor';
import 'monaco-editor/editor/contrib/suggest/browser/suggestController.js';
import 'monaco-editor/editor/contrib/caretOperations/browser/caretOperations.js';
import 'monaco-editor/features/bracketMatching/register';
import 'monaco-editor/features/clipboard/register';
import 'monaco-editor/features/comment/register';
import 'monaco-editor/features/contextmenu/register';
import 'monaco-editor/features/cursorUndo/register';
import 'monaco-editor/features/find/register';
import 'monaco-editor/features/folding/register';
import 'monaco-editor/features/gotoError/register';
import 'monaco-editor/features/hover/register';
import 'monaco-editor/features/indentation/register';
import 'monaco-editor/features/linesOperations/register';
import 'monaco-editor/features/multicursor/register';
import 'monaco-editor/features/quickCommand/register';
import 'monaco-editor/features/snippet/register';
import 'monaco-editor/features/suggest/register';
import 'monaco-editor/features/toggleTabFocusMode/register';
import 'monaco-editor/features/wordHighlighter/register';
import 'monaco-editor/features/wordOperations/register';
import 'monaco-editor/languages/definitions/yaml/register';
import EditorWorker from 'monaco-editor/editor/editor.worker.js?worker';
import { configureMonacoYaml } from 'monaco-yaml';
import YamlWorker from './yaml.worker.ts?worker';

export { monaco };

/** The schema's address names its version: hovers end with it. */
const SCHEMA_URI = 'https://kubernetes.io/1.36';

globalThis.MonacoEnvironment = {
  getWorker: (_module: string, label: string): Worker =>
    label === 'yaml' ? new YamlWorker() : new EditorWorker(),
};

let configured: Promise<void> | undefined;

/** Teaches the editor Kubernetes 1.36: completion, hover texts and diagnostics. Once a page. */
export function configureKubernetes(): Promise<void> {
  configured ??= load();
  return configured;
}

async function load(): Promise<void> {
  const answer = await fetch(new URL('k8s-schema-1.36.json', document.baseURI));
  const schema = (await answer.json()) as object;
  configureMonacoYaml(monaco, {
    isKubernetes: true,
    enableSchemaRequest: false,
    completion: true,
    hover: true,
    validate: true,
    schemas: [{ uri: SCHEMA_URI, fileMatch: ['*'], schema }],
  });
}

/** The page's colours as a theme of the editor; `read` gives the value of a custom property. */
export function defineTheme(name: string, dark: boolean, read: (property: string) => string): void {
  // A minified style sheet shortens #ffffff to #fff, which the editor does not read.
  const color = (property: string): string => read(property).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const hex = (property: string): string => color(property).replace('#', '');
  monaco.editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'type', foreground: hex('--code-key') },
      { token: 'string', foreground: hex('--code-str') },
      { token: 'number', foreground: hex('--code-num') },
      { token: 'keyword', foreground: hex('--code-num') },
      { token: 'comment', foreground: hex('--text-3'), fontStyle: 'italic' },
    ],
    colors: {
      'editor.background': color('--bg-panel'),
      'editor.foreground': color('--text'),
      'editorLineNumber.foreground': color('--text-3'),
      'editorLineNumber.activeForeground': color('--text'),
      'editorLineNumber.dimmedForeground': color('--text-3'),
      'editor.lineHighlightBackground': color('--bg-raised'),
      'editorGutter.background': color('--bg-panel'),
    },
  });
}
