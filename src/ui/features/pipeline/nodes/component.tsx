import { memo } from 'react';
import { ComponentBox } from '../../../widgets/drawing/component-box.tsx';
import styles from '../pipeline.module.css';
import { Stop } from '../stop.tsx';
import { Ends } from './ends.tsx';
import type { ComponentNode, Shown } from './types.ts';

/** kubectl, the scheduler, the controllers, kubelet, kube-proxy, containerd, the registry. */
export const ComponentPart = memo(function ComponentPart({ data }: Shown<ComponentNode>) {
  const { part, label, open, enter, selected, role, name, detail, state, kind } = data;
  return (
    <Stop
      id={part}
      label={label}
      onOpen={open}
      selected={selected}
      {...(enter === undefined ? {} : { onEnter: enter })}
    >
      <Ends />
      <ComponentBox
        className={styles.fill ?? ''}
        role={role}
        name={name}
        state={state}
        kind={kind}
        selected={selected}
        {...(detail === undefined ? {} : { detail })}
      />
    </Stop>
  );
});
