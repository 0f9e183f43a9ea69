import { MAX_NODE_SCORE } from '../../framework/names.ts';

/**
 * Scales scores to 0..100 by the highest one, in place; reversed, the highest becomes 0.
 * Models plugins/helper/normalize_score.go DefaultNormalizeScore (1.36).
 */
export function defaultNormalize(scores: number[], reverse: boolean): void {
  let max = 0;
  for (const score of scores) if (score > max) max = score;
  for (let i = 0; i < scores.length; i++) {
    const scaled = max === 0 ? 0 : Math.trunc((MAX_NODE_SCORE * (scores[i] ?? 0)) / max);
    scores[i] = reverse ? MAX_NODE_SCORE - scaled : scaled;
  }
}
