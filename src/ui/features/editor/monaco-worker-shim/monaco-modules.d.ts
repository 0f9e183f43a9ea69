/** Monaco's entry points that ship without declarations. */
declare module 'monaco-editor/editor/editor.worker.js' {
  export function initialize(create: (context: unknown, createData: unknown) => object): void;
}
declare module 'monaco-editor/editor/contrib/*';
