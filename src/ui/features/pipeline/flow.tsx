import '@xyflow/react/dist/base.css';
import { type EdgeTypes, type NodeTypes, ReactFlow, ViewportPortal } from '@xyflow/react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { createStore } from 'zustand/vanilla';
import { commonText } from '../../../i18n/catalogue/common.ts';
import { pipelineText } from '../../../i18n/catalogue/pipeline.ts';
import { useSelection } from '../../session/use-session.tsx';
import { useText } from '../../widgets/ui-context.tsx';
import { Bytes } from './bytes.tsx';
import { type BuildInput, buildEdges, buildNodes } from './build.ts';
import { DrawnContext, line, part, Split } from './drawn.ts';
import type { Fit } from './geometry/choose.ts';
import { Line } from './lines.tsx';
import { BandPart } from './nodes/band.tsx';
import { ComponentPart } from './nodes/component.tsx';
import { EtcdPart } from './nodes/etcd.tsx';
import { ImagePart, MovingContext } from './nodes/image.tsx';
import { MachinePart, TilePart } from './nodes/machine.tsx';
import { BridgePart, ContainersPart, PausePart, SandboxPart, SmallPart } from './nodes/sandbox.tsx';
import { Overlay } from './overlay.tsx';
import type { Actions } from './stable.ts';
import type { Pipeline } from './use-pipeline.ts';

const NODES: NodeTypes = {
  component: part(ComponentPart),
  band: part(BandPart),
  etcd: part(EtcdPart),
  machine: part(MachinePart),
  tile: part(TilePart),
  image: part(ImagePart),
  sandbox: part(SandboxPart),
  small: part(SmallPart),
  pause: part(PausePart),
  containers: part(ContainersPart),
  bridge: part(BridgePart),
};
const EDGES: EdgeTypes = { line: line(Line) };
/** Its licence stands with those of the other packages; the corner is the drawing's. */
const PRO = { hideAttribution: true } as const;
/** The page has its own keys. React Flow would take Space from the editor, which is no text field in its eyes. */
const NO_KEYS = {
  panActivationKeyCode: null,
  selectionKeyCode: null,
  multiSelectionKeyCode: null,
  deleteKeyCode: null,
  zoomActivationKeyCode: null,
} as const;
const FRAME = { position: 'absolute', inset: 0 } as const;

interface FlowProps {
  readonly pipeline: Pipeline;
  readonly fit: Fit;
  readonly actions: Actions;
}

/** The Pipeline level: fixed places on React Flow, everything that moves in one overlay above. */
export function Flow({ pipeline, fit, actions }: FlowProps) {
  const { view, moving } = pipeline;
  const { geometry, scale, x, y } = fit;
  const t = useText(pipelineText);
  const common = useText(commonText);
  const selection = useSelection((state) => state.selection);
  const [split] = useState(() => new Split());
  const { nodes, edges, drawn } = useMemo(() => {
    const input: BuildInput = {
      view,
      geometry,
      selection,
      actions,
      t,
      stateWord: (state) => common(`component.${state}`),
    };
    const built = buildNodes(input);
    return split.of(geometry, built, buildEdges(input, built));
  }, [view, geometry, selection, actions, t, common, split]);
  const [beside] = useState(() => createStore(() => drawn));
  // Before anything is on screen: places and what stands in them change together.
  useLayoutEffect(() => beside.setState(drawn, true), [beside, drawn]);
  const viewport = useMemo(() => ({ x, y, zoom: scale }), [x, y, scale]);
  return (
    <MovingContext value={moving}>
      <DrawnContext value={beside}>
        <ReactFlow
          style={FRAME}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODES}
          edgeTypes={EDGES}
          viewport={viewport}
          zIndexMode="manual"
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          panOnDrag={false}
          panOnScroll={false}
          zoomOnScroll={false}
          zoomOnPinch={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          disableKeyboardA11y
          {...NO_KEYS}
          minZoom={0.2}
          maxZoom={3}
          proOptions={PRO}
        >
          <ViewportPortal>
            <div style={{ position: 'absolute', zIndex: 20, pointerEvents: 'none' }}>
              <Bytes geometry={geometry} scale={scale} />
              <Overlay geometry={geometry} view={view} />
            </div>
          </ViewportPortal>
        </ReactFlow>
      </DrawnContext>
    </MovingContext>
  );
}
