/** What a flag's value is, as pflag names it. */
export type FlagType =
  | 'bool'
  | 'string'
  | 'int'
  | 'int32'
  | 'int64'
  | 'duration'
  | 'count'
  /** repeatable; each value is split at commas */
  | 'strings'
  /** repeatable; values are taken whole */
  | 'stringArray'
  /** repeatable; each value is split at commas, each part is `key=value` */
  | 'stringToString';

export interface FlagSpec {
  readonly name: string;
  readonly short?: string;
  readonly type: FlagType;
  /** Default as pflag prints it; '' for none. */
  readonly default: string;
  /** The value a flag without `=value` stands for (pflag's NoOptDefVal). */
  readonly bare?: string;
  readonly hidden?: boolean;
  /** What kubectl says when it is used all the same. */
  readonly deprecated?: string;
}

type More = Partial<Omit<FlagSpec, 'name' | 'type'>>;

const flag = (type: FlagType, fallback: string, names: string, more: More = {}): FlagSpec => {
  const [name = '', short] = names.split(' ');
  return { name, type, default: fallback, ...(short === undefined ? {} : { short }), ...more };
};

/** `names` is the long name and, after a blank, the shorthand. */
export const bool = (names: string, more: More = {}): FlagSpec =>
  flag('bool', 'false', names, { bare: 'true', ...more });
export const text = (names: string, more: More = {}): FlagSpec => flag('string', '', names, more);
export const int = (names: string, more: More = {}): FlagSpec => flag('int', '0', names, more);
export const int32 = (names: string, more: More = {}): FlagSpec => flag('int32', '0', names, more);
export const int64 = (names: string, more: More = {}): FlagSpec => flag('int64', '0', names, more);
export const duration = (names: string, more: More = {}): FlagSpec => flag('duration', '0s', names, more);
export const strings = (names: string, more: More = {}): FlagSpec => flag('strings', '[]', names, more);
export const stringToString = (names: string, more: More = {}): FlagSpec =>
  flag('stringToString', '[]', names, more);
export const stringArray = (names: string, more: More = {}): FlagSpec =>
  flag('stringArray', '[]', names, more);
