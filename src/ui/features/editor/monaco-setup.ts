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
  const color = hexReader();
  const rule = (token: string, property: string, fontStyle?: string) => {
    const foreground = color(read(property));
    return foreground === undefined
      ? []
      : [{ token, foreground: foreground.slice(1), ...(fontStyle === undefined ? {} : { fontStyle }) }];
  };
  const colors = Object.entries(EDITOR_COLORS).flatMap(([part, property]) => {
    const value = color(read(property));
    return value === undefined ? [] : [[part, value] as const];
  });
  monaco.editor.defineTheme(name, {
    base: dark ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      ...rule('type', '--code-key'),
      ...rule('string', '--code-str'),
      ...rule('number', '--code-num'),
      ...rule('keyword', '--code-num'),
      ...rule('comment', '--text-3', 'italic'),
    ],
    colors: Object.fromEntries(colors),
  });
}

const EDITOR_COLORS: Readonly<Record<string, string>> = {
  'editor.background': '--bg-panel',
  'editor.foreground': '--text',
  'editorLineNumber.foreground': '--text-3',
  'editorLineNumber.activeForeground': '--text',
  'editorLineNumber.dimmedForeground': '--text-3',
  'editor.lineHighlightBackground': '--bg-raised',
  'editorGutter.background': '--bg-panel',
};

/**
 * Any colour of a style sheet in the one form the editor reads: minified sheets shorten, forced colours are names.
 * Undefined for what is none; the base theme's stands then.
 */
function hexReader(): (value: string) => string | undefined {
  const probe = document.createElement('canvas').getContext('2d');
  return (value) => {
    if (probe === null || value === '') return undefined;
    probe.fillStyle = value;
    return /^#[\da-f]{6}$/i.test(probe.fillStyle) ? probe.fillStyle : undefined;
  };
}
