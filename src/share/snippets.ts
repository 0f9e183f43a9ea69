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

/** Words that cannot end the text of a link. */
const plain = (text: string): string => text.replaceAll(/[\\[\]`*_<>]/g, (sign) => `\\${sign}`);

/**
 * A moment for a README or an issue: its picture, which leads to it, and what happens there in words. `picture` is the
 * file that lies beside the text.
 */
export function markdownMoment(
  link: string,
  {
    title,
    sentence,
    picture,
  }: { readonly title: string; readonly sentence: string; readonly picture: string },
): string {
  const words = sentence === '' ? '' : `: ${plain(sentence)}`;
  return `[![${plain(title)}](${encodeURI(picture)})](${link})\n\n[${plain(title)}](${link})${words}\n`;
}
