/** The button that leads to the branches. */
export const branchesEn = {
  tool: 'Branches',
  'tool.count': 'Branches, {n}',
  title: 'Branches and twins',
} as const;
