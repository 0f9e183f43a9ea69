/** How a word ends when a Korean reads it aloud: in a vowel, in ㄹ, or in another consonant. */
export type Ending = 'vowel' | 'rieul' | 'consonant';

const DIGIT_ENDINGS: readonly Ending[] = [
  'consonant', // 영, 십, 백, 천, 만
  'rieul', // 일
  'vowel',
  'consonant', // 삼
  'vowel',
  'vowel',
  'consonant', // 육
  'rieul', // 칠
  'rieul', // 팔
  'vowel',
];

/** Words whose reading the rules below would miss. Lower case; a plural or compound falls back to the rules. */
const EXCEPTIONS: Readonly<Record<string, Ending>> = {
  big: 'consonant', // 빅
  get: 'consonant', // 겟, though in capitals
  put: 'consonant', // 풋
  group: 'consonant',
  cgroup: 'consonant',
  sleep: 'consonant', // 슬립
  hub: 'vowel', // 허브
  out: 'consonant', // 아웃
  rollout: 'consonant',
  timeout: 'consonant',
  check: 'vowel', // 체크
  healthcheck: 'vowel',
  exit: 'vowel', // 엑시트
  hit: 'vowel',
  bit: 'vowel',
  kit: 'vowel',
  ip: 'vowel', // 아이피, in small letters too
};

function hangulEnding(code: number): Ending {
  const final = (code - 0xac00) % 28;
  if (final === 0) return 'vowel';
  return final === 8 ? 'rieul' : 'consonant';
}

function letterEnding(letter: string): Ending {
  if (letter === 'l' || letter === 'r') return 'rieul'; // 엘, 알
  return letter === 'm' || letter === 'n' ? 'consonant' : 'vowel'; // 엠, 엔
}

const isVowel = (letter: string): boolean => letter !== '' && 'aeiou'.includes(letter);

/** A final silent e: the consonant before it decides. */
function silentE(before: string): Ending {
  if (before === 'l') return 'rieul'; // rule, table
  return before === 'm' || before === 'n' ? 'consonant' : 'vowel'; // time, zone; image, node, service
}

/** A stop after one short vowel closes the syllable (web, set, spec, job); after a long one or a consonant it opens another. */
function stopEnding(word: string): Ending {
  const last = word.at(-1) ?? '';
  const before = word.at(-2) ?? '';
  if (last === 'p' && before === 'p') return 'consonant'; // 앱
  if (last === 'k') return before === 'c' || word.endsWith('ook') ? 'consonant' : 'vowel';
  if (!isVowel(before) || isVowel(word.at(-3) ?? '')) return 'vowel';
  if (last === 'c') return before === 'e' || before === 'i' ? 'consonant' : 'vowel';
  return 'consonant';
}

/** The ending of a Latin word of lower-case letters, as it is usually written in Hangul. */
function wordEnding(word: string): Ending {
  const known = EXCEPTIONS[word];
  if (known !== undefined) return known;
  const last = word.at(-1) ?? '';
  const before = word.at(-2) ?? '';
  if (last === 'l') return 'rieul';
  if (last === 'm' || last === 'n') return 'consonant';
  if (last === 'g') return before === 'n' ? 'consonant' : 'vowel';
  if (last === 'e') return isVowel(before) ? 'vowel' : silentE(before);
  if (last === 'p' || last === 't' || last === 'b' || last === 'k' || last === 'c') return stopEnding(word);
  return 'vowel';
}

function latinEnding(run: string): Ending {
  const lower = run.toLowerCase();
  if (EXCEPTIONS[lower] !== undefined) return wordEnding(lower);
  // CamelCase is read word by word, an acronym letter by letter.
  const lastWord = /[A-Z]?[a-z]+$/.exec(run)?.[0];
  if (lastWord === undefined)
    return run.length > 4 && /[AEIOU]/.test(run) ? wordEnding(lower) : letterEnding(lower.at(-1) ?? '');
  const word = lastWord.toLowerCase();
  return /[aeiouy]/.test(word) ? wordEnding(word) : letterEnding(word.at(-1) ?? '');
}

/** How `text` ends when read in Korean; closing quotes, brackets and marks are passed over. An empty text ends in a vowel. */
export function ending(text: string): Ending {
  const trimmed = text.replace(/[^\p{L}\p{N}%]+$/u, '');
  const last = trimmed.at(-1);
  if (last === undefined || last === '%') return 'vowel'; // 퍼센트
  const code = last.charCodeAt(0);
  if (code >= 0xac00 && code <= 0xd7a3) return hangulEnding(code);
  if (code >= 0x30 && code <= 0x39) return DIGIT_ENDINGS[code - 0x30] ?? 'vowel';
  const run = /[A-Za-z0-9]+$/.exec(trimmed)?.[0];
  if (run === undefined) return 'vowel';
  // A generated name such as x2k9r is spelled out; a unit after a number (3Gi) too.
  if (/\d/.test(run)) return letterEnding(last.toLowerCase());
  return latinEnding(run);
}
