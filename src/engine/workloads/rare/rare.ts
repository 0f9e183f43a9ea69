import { MissingCode } from '../../kernel/late-code.ts';
import type { Program } from '../program.ts';
import type { Applet } from '../toolbox/io.ts';

/** Programs that few runs use, by the name they are asked for with. Their code comes only with a run that uses one. */
export type RarePrograms = Readonly<Record<string, Applet>>;

let installed: RarePrograms | undefined;

/** Puts the code in place, for every run from now on. */
export function installRarePrograms(programs: RarePrograms): void {
  installed = programs;
}

/** The applet of that name, looked up when it is started. */
export function rareApplet(name: string): Applet {
  return (sys, argv) => {
    const applet = installed?.[name];
    if (applet === undefined) throw new MissingCode('programs', `the code of ${name} is not loaded`);
    return applet(sys, argv);
  };
}

export function rareProgram(name: string): Program {
  const applet = rareApplet(name);
  return (sys) => applet(sys, sys.argv);
}
