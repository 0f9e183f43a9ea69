import { Handle, Position } from '@xyflow/react';

/** Where React Flow may tie edges; the drawing's lines have their own paths, so both are out of sight. */
export function Ends() {
  return (
    <>
      <Handle type="source" position={Position.Bottom} isConnectable={false} />
      <Handle type="target" position={Position.Top} isConnectable={false} />
    </>
  );
}
