import type { ReactNode } from 'react';
import type { DockTab } from '../session/shell.ts';
import type { Region } from './regions.tsx';

/** One tab of the dock. */
export interface DockEntry extends Region {
  readonly id: DockTab;
  readonly count?: number;
}

/** How much room the sentence has: with its detail, the clock above it (phones), or alone (embedded). */
export type NarrationForm = 'full' | 'stacked' | 'short';

/** What the features put into the frame. Absent slots are left out of the page. */
export interface Slots {
  readonly place: ReactNode;
  /** A plain title for phones, where the breadcrumb has no room. */
  readonly title: string;
  readonly tools?: ReactNode;
  /** The editor, or a lesson. */
  readonly left?: Region;
  readonly narration: (form: NarrationForm) => ReactNode;
  readonly stage: Region;
  readonly inspector?: Region;
  readonly dock: readonly DockEntry[];
  /** At the end of the dock's bar behind the position, such as the scale of the timeline. */
  readonly dockAside?: ReactNode;
  /** The same as one button, where there is no room for it. */
  readonly playback?: ReactNode;
  readonly transport: (large: boolean) => ReactNode;
  /** The ribbon of phases: the timeline where there is no room for lanes. */
  readonly scrubber: ReactNode;
  /** "Record 31 of 58": in the dock's bar, beside the ribbon, below an embedded page. */
  readonly position: ReactNode;
  /** The seven points, for phones. */
  readonly milestones?: ReactNode;
  /** A strip above the dock: a failure of Podscope itself, or a notice about the run. */
  readonly notice?: ReactNode;
  /** A page that takes the place of the run while it is there, such as the scenarios. The run stays mounted. */
  readonly page?: ReactNode;
  /** A view that fills the stage down to the bar (race, X-ray): the dock keeps only its bar. */
  readonly wholeStage?: boolean;
}
