import type { twinsText } from '../../../i18n/catalogue/twins.ts';
import { duration, seconds } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/text.ts';
import type { Race } from '../../projections/twins/race.ts';
import { type RaceSaying, type Scene, type SceneRow, raceSaying } from '../../projections/twins/scene.ts';
import type { SceneLine } from './scene-layout.ts';

type T = Translate<(typeof twinsText)['en']>;

/** A time after the deletion: `+1.2 ms`, `+0.12 s`, `+5.0 s`. */
export const after = (us: number): string =>
  `+${us < 10_000 ? duration(us, 'en') : seconds(us, us < 1_000_000 ? 2 : 1)}`;

/** One node by its name, several by their number. */
const whoOf = (t: T, nodes: readonly string[]): string =>
  nodes.length === 1 ? (nodes[0] ?? '') : t('race.nodes', { n: nodes.length });

function sayingWords(t: T, saying: RaceSaying): string {
  switch (saying.kind) {
    case 'lost':
      return t('race.say.lost', { s: seconds(saying.sinceUs, 1), who: whoOf(t, saying.nodes) });
    case 'hook':
    case 'answers':
      return t(`race.say.${saying.kind}`, { who: whoOf(t, saying.nodes) });
    case 'free':
    case 'over':
      return t(`race.say.${saying.kind}`);
  }
}

/** A moment of a race as a sentence; undefined before it begins. */
export function raceSentence(t: T, race: Race, us: number): string | undefined {
  const saying = raceSaying(race, us);
  return saying === undefined ? undefined : sayingWords(t, saying);
}

/** What has become of a node's rules in one run, in a few letters for two beside each other. */
function shortOf(scene: Scene, { own, changedUs }: SceneRow): string {
  if (own.sending !== 'none') return '–';
  return changedUs === undefined ? '∅' : after(changedUs - scene.startUs);
}

function longOf(t: T, scene: Scene, { own, changedUs }: SceneRow): string {
  if (own.sending !== 'none') return t(scene.begun ? 'scene.proxy.old' : 'scene.proxy.is');
  return changedUs === undefined
    ? t('scene.proxy.none')
    : t('scene.proxy.new', { s: after(changedUs - scene.startUs) });
}

/** What stands below a kube-proxy's name: once where both runs say the same. */
export function proxyWords(t: T, line: SceneLine, a: Scene | undefined, b: Scene | undefined): string {
  const said = [
    ...(a === undefined || line.a === undefined ? [] : [{ letter: 'A', scene: a, row: line.a }]),
    ...(b === undefined || line.b === undefined ? [] : [{ letter: 'B', scene: b, row: line.b }]),
  ];
  const words = said.map(({ scene, row }) => longOf(t, scene, row));
  if (words.length === 1 || words[0] === words[1]) return words[0] ?? '';
  return said.map(({ letter, scene, row }) => `${letter} ${shortOf(scene, row)}`).join(' · ');
}

/** The ending Pod's process, in two words. */
export function processWords(t: T, { process }: Scene, race: Race): string {
  switch (process) {
    case 'runs':
      return t('scene.runs');
    case 'hook':
      return 'preStop';
    case 'signalled':
      return race.process.signal;
    case 'ended':
      return t('scene.exit', { code: String(race.process.code ?? '') });
  }
}

/** The scene for those who do not see it: who sends to the Pod of each run, and what its process does. */
export function sceneWords(
  t: T,
  runs: readonly { readonly letter: string; readonly scene: Scene; readonly race: Race }[],
): string {
  return runs
    .map(({ letter, scene, race }) => {
      const nodes = scene.rows.filter(({ own }) => own.sending !== 'none').map(({ node }) => node);
      const who = nodes.length === 0 ? t('scene.nobody') : nodes.join(', ');
      return t('scene.describe', { letter, who, process: processWords(t, scene, race) });
    })
    .join(' ');
}
