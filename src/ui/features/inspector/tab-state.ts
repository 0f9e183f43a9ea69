import type { Trail } from './trail.ts';

/** The tabs of the inspector; which there are depends on what it is about. */
export type TabId = 'now' | 'events' | 'yaml' | 'why' | 'request' | 'scheduler';

/** Which tab the reader chose last, and where they came from: both stay when another object is looked at. */
export interface PanelProps {
  readonly trail: Trail | undefined;
  readonly tab: TabId;
  readonly onTab: (tab: TabId) => void;
}
