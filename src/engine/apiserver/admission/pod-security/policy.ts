import { FieldPath, type FieldError, invalid } from '../../../../api/field-error.ts';

// Models pod-security-admission/api (1.36): which level and version a namespace asks for.

export type Level = 'privileged' | 'baseline' | 'restricted';

export interface LevelVersion {
  readonly level: Level;
  /** `latest` or `v1.N`. */
  readonly version: string;
}

export interface Policy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  readonly audit: LevelVersion;
}

const PREFIX = 'pod-security.kubernetes.io/';
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted'];
const PRIVILEGED: LevelVersion = { level: 'privileged', version: 'latest' };

type Labels = Readonly<Record<string, string>>;

/** A namespace's policy and what is wrong with its labels. With enforce alone, warn follows it. */
export function policyOf(labels: Labels = {}): {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
} {
  const errors: FieldError[] = [];
  const enforce = read(labels, 'enforce', PRIVILEGED, errors);
  const audit = read(labels, 'audit', PRIVILEGED, errors);
  const warn = read(labels, 'warn', PRIVILEGED, errors);
  const follows = labels[`${PREFIX}warn`] === undefined && labels[`${PREFIX}warn-version`] === undefined;
  return { policy: { enforce, audit, warn: follows && errors.length === 0 ? enforce : warn }, errors };
}

function read(labels: Labels, mode: string, fallback: LevelVersion, errors: FieldError[]): LevelVersion {
  const level = labels[PREFIX + mode];
  const version = labels[`${PREFIX}${mode}-version`];
  const path = new FieldPath('metadata.labels');
  if (level !== undefined && !LEVELS.includes(level)) {
    errors.push(invalid(path.key(PREFIX + mode), level, `must be one of ${LEVELS.join(', ')}`));
  }
  if (version !== undefined && version !== 'latest' && !/^v1\.(?:0|[1-9][0-9]*)$/.test(version)) {
    errors.push(invalid(path.key(`${PREFIX}${mode}-version`), version, 'must be "latest" or "v1.x"'));
  }
  const known = level !== undefined && LEVELS.includes(level) ? (level as Level) : fallback.level;
  return { level: known, version: version ?? fallback.version };
}

/** `restricted:latest` */
export function policyText({ level, version }: LevelVersion): string {
  return `${level}:${version}`;
}

export function samePolicy(a: LevelVersion, b: LevelVersion): boolean {
  return a.level === b.level && a.version === b.version;
}

/** The minor version whose rules count. */
export function minorOf({ version }: LevelVersion): number {
  return version === 'latest' ? Number.POSITIVE_INFINITY : Number(version.slice('v1.'.length));
}
