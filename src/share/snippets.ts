/** The address of the reduced page for the same run, from a link. */
export function embedAddress(link: string): string {
  const url = new URL(link);
  url.searchParams.set('embed', '');
  return url.href.replace('embed=', 'embed');
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What an author puts into a page to show a run there. */
export function embedHtml(link: string, title: string): string {
  return [
    `<iframe src="${attribute(embedAddress(link))}"`,
    `  title="${attribute(title)}" width="800" height="450" loading="lazy"></iframe>`,
  ].join('\n');
}

/** A link with its title for a README or an issue; the title cannot end the link's text. */
export function markdownLink(link: string, title: string): string {
  return `[${title.replaceAll(/[\\[\]`*_<>]/g, (sign) => `\\${sign}`)}](${link})`;
}
