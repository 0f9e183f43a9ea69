const XHTML = 'http://www.w3.org/1999/xhtml';

/** The rules of every sheet of the page; those of other origins cannot be read, and there are none. */
const styleText = (): string =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText))
    .filter((rule) => !rule.startsWith('@font-face'))
    .join('\n');

/** A copy of what is drawn: canvases become pictures, frames and editors' inputs stay as they look. */
function copyOf(part: HTMLElement): HTMLElement {
  const copy = part.cloneNode(true) as HTMLElement;
  const drawn = part.querySelectorAll('canvas');
  copy.querySelectorAll('canvas').forEach((blank, place) => {
    const canvas = drawn[place];
    if (canvas === undefined || canvas.width === 0 || canvas.height === 0) return blank.remove();
    const image = document.createElement('img');
    image.src = canvas.toDataURL();
    image.className = blank.className;
    image.setAttribute('style', blank.getAttribute('style') ?? '');
    blank.replaceWith(image);
  });
  return copy;
}

/** The screen as one SVG that needs nothing else, in the light theme, at its size in CSS pixels. */
export function screenSvg(part: HTMLElement): {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
} {
  const { width, height } = part.getBoundingClientRect();
  const body = document.createElementNS(XHTML, 'div');
  body.setAttribute(
    'style',
    `width:${width}px;height:${height}px;background:var(--bg-canvas);color:var(--text);font:var(--fw-text) var(--fs-body)/var(--lh-ui) var(--font-ui)`,
  );
  const style = document.createElementNS(XHTML, 'style');
  style.textContent = styleText();
  const copy = copyOf(part);
  // In the page its size comes from the frame around it.
  copy.style.cssText += `;width:${width}px;height:${height}px;flex:none`;
  body.append(style, copy);
  const inner = new XMLSerializer().serializeToString(body);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" data-theme="light" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><foreignObject width="100%" height="100%">${inner}</foreignObject></svg>`;
  return { svg, width, height };
}

const SCALE = 2;

/** The same as a PNG, at twice the size. */
export async function screenPng(part: HTMLElement): Promise<Blob> {
  const { svg, width, height } = screenSvg(part);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)));
  });
}
