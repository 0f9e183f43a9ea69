/** Models distribution's reference grammar, loosely: no capitals before the tag, no blanks. */
const IMAGE =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:[._/-]+[a-z0-9]+)*(?::[\w][\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$/;

/** Whether a text may be an image's name. */
export const isImageReference = (text: string): boolean => IMAGE.test(text);
