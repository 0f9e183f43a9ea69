/** Commands that print their help when they are called by themselves, or with what they do not know. */
const TALKATIVE = 'alpha|auth|certificate|config|create|options|plugin|rollout|secret|service|set|top';

const HELP = new RegExp(
  `\\bhelp\\b|__complete|[ "]-h\\b|[" ](?:kubectl|k)(?:"| *[|>;&\\\\])|\\b(?:${TALKATIVE})(?:"| *[|>;&\\\\])|\\bconfig\\b`,
);

/** Whether a run, as JSON, may print a command's help. */
export function asksForHelp(document: string): boolean {
  return HELP.test(document);
}

/** Whether a run, as JSON, may build a kustomization. */
export function asksForKustomize(document: string): boolean {
  return /kustomiz|[ "]-[A-Za-z]*k\b/.test(document);
}

/** Whether a run, as JSON, may run jq. */
export function asksForJq(document: string): boolean {
  return /\bjq\b/.test(document);
}

/** Whether a run, as JSON, may read the API's descriptions. */
export function asksForExplain(document: string): boolean {
  return document.includes('explain');
}
