const SHORT: readonly (readonly [string, string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

/** `RWO,RWX`, in upstream's order. Models helper.GetAccessModesAsString. */
export function accessModesText(modes: readonly string[] | undefined): string {
  return SHORT.filter(([mode]) => modes?.includes(mode))
    .map(([, short]) => short)
    .join(',');
}
