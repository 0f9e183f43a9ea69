import type { SchedulerHandle } from '../framework/handle.ts';
import type { Plugin } from '../framework/plugin.ts';
import { EXTENSION_POINTS, type ExtensionPoint, type PluginsByPoint, Profile } from '../framework/profile.ts';
import { PLUGIN_FACTORIES } from '../plugins/registry.ts';
import { NO_CHANGES, type ProfileConfiguration, defaultWeight } from './configuration.ts';

interface Chosen {
  readonly name: string;
  readonly weight: number;
}

/** Makes the plugins of a profile and puts each where it is enabled. Models runtime.NewFramework (1.36). */
export function buildProfile(
  configuration: ProfileConfiguration,
  handle: SchedulerHandle | undefined,
): Profile {
  const made = new Map<string, Plugin>();
  const pluginOf = (name: string): Plugin | undefined => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const plugin = PLUGIN_FACTORIES.get(name)?.(configuration.args, handle);
    if (plugin !== undefined) made.set(name, plugin);
    return plugin;
  };
  const everywhere = multiPoint(configuration);
  const at = (point: ExtensionPoint): { plugin: Plugin; weight: number }[] =>
    chosenAt(point, configuration, everywhere).flatMap(({ name, weight }) => {
      const plugin = pluginOf(name);
      return plugin?.[point] === undefined ? [] : { plugin, weight };
    });
  const points: Partial<Record<ExtensionPoint, readonly Plugin[]>> = {};
  for (const point of EXTENSION_POINTS) points[point] = at(point).map(({ plugin }) => plugin);
  const byPoint = { ...points, score: at('score') } as unknown as PluginsByPoint;
  return new Profile(configuration.schedulerName, byPoint, configuration.percentageOfNodesToScore);
}

/** The default plugins with multiPoint's changes: what is enabled anew keeps the default's place, or comes last. */
function multiPoint({ multiPoint: { enabled, disabled } }: ProfileConfiguration): readonly Chosen[] {
  const none = disabled.includes('*');
  const changed = new Map(enabled.map((plugin) => [plugin.name, plugin.weight]));
  const standing = [...PLUGIN_FACTORIES.keys()].filter((name) => !none && !disabled.includes(name));
  const added = enabled.map(({ name }) => name).filter((name) => !standing.includes(name));
  return [...standing, ...added].map((name) => ({ name, weight: changed.get(name) || defaultWeight(name) }));
}

/** What is enabled at the point itself comes first, unless multiPoint has it: then only its weight changes. */
function chosenAt(
  point: ExtensionPoint,
  { points }: ProfileConfiguration,
  everywhere: readonly Chosen[],
): readonly Chosen[] {
  const { enabled, disabled } = points[point] ?? NO_CHANGES;
  const off = (name: string): boolean => disabled.includes('*') || disabled.includes(name);
  const own = enabled.map(({ name, weight }) => ({ name, weight: weight || defaultWeight(name) }));
  const named = new Map(own.map((plugin) => [plugin.name, plugin]));
  const inherited = everywhere.filter(({ name }) => named.has(name) || !off(name));
  const kept = inherited.map((plugin) => named.get(plugin.name) ?? plugin);
  const inheritedNames = new Set(kept.map(({ name }) => name));
  // Models the order of expandMultiPointPlugins: re-enabled defaults first, then plugins of the point, then the rest.
  const overridden = own.filter(({ name }) => inheritedNames.has(name));
  const additional = own.filter(({ name }) => !inheritedNames.has(name));
  return [...overridden, ...additional, ...kept.filter(({ name }) => !named.has(name))];
}
