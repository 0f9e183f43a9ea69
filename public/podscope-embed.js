/**
 * <podscope-run link="https://…/#1.…" theme="dark|light|system" lang="en|ko"></podscope-run>
 *
 * A run of Podscope inside a page. Attributes: `link`, from the share dialog; `theme` and `lang`; `label`, the frame's
 * title. Methods: load(link), seek({record} or {at: seconds}), step(by), play(), pause(). Events: `ready`; `step` with
 * detail {record, records, at}; `refused` with detail {why}. The frame is read-only and loads nothing from elsewhere.
 */
class PodscopeRun extends HTMLElement {
  #frame = document.createElement('iframe');
  #hear = (event) => {
    if (event.source !== this.#frame.contentWindow || event.data?.podscope !== 1) return;
    const { say, podscope, ...detail } = event.data;
    this.dispatchEvent(new CustomEvent(say, { detail }));
  };

  connectedCallback() {
    const url = new URL(this.getAttribute('link') ?? '', import.meta.url);
    url.searchParams.set('embed', '');
    for (const name of ['theme', 'lang'])
      if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
    this.style.display ||= 'block';
    Object.assign(this.#frame.style, { width: '100%', aspectRatio: '16 / 9', minHeight: '320px', border: '0' });
    this.#frame.title = this.getAttribute('label') ?? 'Podscope';
    this.#frame.loading = 'lazy';
    this.#frame.src = url.href;
    this.append(this.#frame);
    window.addEventListener('message', this.#hear);
  }

  disconnectedCallback() {
    window.removeEventListener('message', this.#hear);
    this.#frame.remove();
  }

  #ask(message) {
    this.#frame.contentWindow?.postMessage({ podscope: 1, ...message }, '*');
  }
  load(link) {
    this.#ask({ ask: 'load', link });
  }
  seek(where) {
    this.#ask({ ask: 'seek', ...where });
  }
  step(by = 1) {
    this.#ask({ ask: 'step', by });
  }
  play() {
    this.#ask({ ask: 'play' });
  }
  pause() {
    this.#ask({ ask: 'pause' });
  }
}

customElements.define('podscope-run', PodscopeRun);
