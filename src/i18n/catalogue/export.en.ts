/** Taking a run along in other programs' forms. */
export const exportEn = {
  label: 'Export',
  'form.png': 'Picture of the screen (PNG)',
  'form.svg': 'Drawing of the screen (SVG)',
  'form.mermaid': 'Sequence diagram (Mermaid)',
  'form.print': 'Page to print (HTML)',
  'form.json': 'All records (JSON)',
  'form.perfetto': 'Trace events for Perfetto (JSON)',
  'print.note': '{n#record|records}, as Podscope tells them. Kubernetes 1.36, simulated.',
  saved: 'Saved as {name}',
  failed: 'This could not be written: {why}',
} as const;
