import { type Ending, ending } from './sound.ts';

/** After a consonant, after a vowel. 으로 alone treats ㄹ as a vowel. */
const FORMS = {
  은: ['은', '는'],
  이: ['이', '가'],
  을: ['을', '를'],
  과: ['과', '와'],
  으로: ['으로', '로'],
  이다: ['이다', '다'],
  이라: ['이라', '라'],
  이나: ['이나', '나'],
  이며: ['이며', '며'],
  이어서: ['이어서', '여서'],
  이었다: ['이었다', '였다'],
} as const;

/** A particle by its form after a consonant: 은 stands for 은/는, 이 for 이/가, 으로 for 으로/로. */
export type Particle = keyof typeof FORMS;

/** Whether a template's suffix is a particle. */
export function isParticle(text: string): text is Particle {
  return Object.hasOwn(FORMS, text);
}

/** The form of `which` that follows `word`: particle('nginx:1.29', '을') is 를. */
export function particle(word: string, which: Particle): string {
  const end: Ending = ending(word);
  const open = end === 'vowel' || (end === 'rieul' && which === '으로');
  return FORMS[which][open ? 1 : 0];
}

/** `word` with its particle attached, without a space. */
export function withParticle(word: string, which: Particle): string {
  return word + particle(word, which);
}

const NATIVE = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉', '열'] as const;

/** A count in front of a Korean counter: 1 to 10 in native words (다섯 번), otherwise the figure. */
export function nativeCount(count: number): string {
  return (Number.isInteger(count) ? NATIVE[count] : undefined) || String(count);
}
