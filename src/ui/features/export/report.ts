/** What a printed run consists of: a title, a line about it, and rows of time, actor and sentence. */
export interface Report {
  readonly lang: string;
  readonly title: string;
  readonly note: string;
  readonly rows: readonly (readonly [time: string, actor: string, sentence: string])[];
}

const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const STYLE =
  ':root{color-scheme:light}body{background:#fff;font:14px/1.5 system-ui,sans-serif;max-width:60em;margin:2em auto;color:#15181c}' +
  'table{border-collapse:collapse;width:100%}td{padding:3px 10px 3px 0;border-top:1px solid #e1e2dc;vertical-align:top}' +
  'td:first-child{font-family:monospace;white-space:nowrap;text-align:right}td:nth-child(2){color:#454d58}' +
  'tr{break-inside:avoid}';

/** The run as a page of its own, to be printed or kept: no script, nothing loaded. */
export function reportHtml({ lang, title, note, rows }: Report): string {
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${plain(cell)}</td>`).join('')}</tr>`);
  return [
    `<!doctype html><html lang="${plain(lang)}"><meta charset="utf-8"><title>${plain(title)}</title>`,
    `<style>${STYLE}</style><h1>${plain(title)}</h1><p>${plain(note)}</p>`,
    `<table><tbody>${cells.join('\n')}</tbody></table></html>`,
  ].join('\n');
}
