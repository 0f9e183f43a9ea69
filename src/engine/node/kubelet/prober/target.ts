import { type Result, err, ok } from '../../../../base/result.ts';
import type { AnyContainer } from '../pod.ts';

/** The number of a port given by number or by the container's own name for it. Models pkg/probe/util.go ResolveContainerPort. */
export function resolvePort(
  port: string | number | undefined,
  container: AnyContainer,
): Result<number, string> {
  if (typeof port === 'number') return valid(port);
  const name = port ?? '';
  const named = container.ports?.find((each) => each.name === name);
  if (named !== undefined) return valid(named.containerPort);
  if (!/^[+-]?\d+$/.test(name)) return err(`strconv.Atoi: parsing "${name}": invalid syntax`);
  return valid(Number(name));
}

function valid(port: number): Result<number, string> {
  return port > 0 && port < 65_536 ? ok(port) : err(`invalid port number: ${port}`);
}
