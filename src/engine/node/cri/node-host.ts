import { type Result, err, ok } from '../../../base/result.ts';
import { LIMITS } from '../../kernel/limits.ts';
import { type Task, sleep } from '../../kernel/task.ts';
import type { Machine } from '../oci/machine.ts';
import { dialHttp, dialTcp } from '../oci/dial.ts';
import { resolvConfText } from './sandbox-files.ts';
import type { HostDialer, HttpProbeRequest, HttpProbeResponse, NodeHost, NodeMeters } from './port/host.ts';

const INODES = 6_553_600;

/** A machine as the kubelet on it touches it. */
export function nodeHost(
  machine: Machine,
  resolvConf: NodeHost['resolvConf'],
  imageBytes: () => number,
): NodeHost {
  machine.files.writeFile('/etc/resolv.conf', resolvConfText(resolvConf));
  return {
    nodeName: machine.nodeName,
    hostIp: machine.address,
    disk: machine.files,
    cgroups: machine.cgroups,
    dialer: dialerOf(machine),
    meters: () => metersOf(machine, imageBytes),
    get bootId() {
      return machine.bootId;
    },
    machineId: machine.machineId,
    resolvConf,
  };
}

/** Each is measured when it is read: some go through all that runs on the machine. */
function metersOf(machine: Machine, imageBytes: () => number): NodeMeters {
  return {
    memoryCapacityBytes: machine.memoryBytes,
    get memoryWorkingSetBytes() {
      return machine.usedMemoryBytes();
    },
    get cpuUsedUs() {
      return machine.cgroups.cpuUsedUs();
    },
    diskCapacityBytes: machine.diskBytes,
    get diskUsedBytes() {
      return machine.usedDiskBytes() + imageBytes();
    },
    inodes: INODES,
    inodesUsed: Math.floor(INODES / 10),
    processes: machine.processCount,
    maxProcesses: LIMITS.processesPerNode,
  };
}

function dialerOf(machine: Machine): HostDialer {
  return {
    http: (request) => httpOf(machine, request),
    *tcp(host, port, timeoutUs): Task<Result<void, string>> {
      const dialled = yield* dialTcp(machine, host, port, timeoutUs);
      return dialled.ok ? ok() : dialled;
    },
    *grpcHealth({ host, port }, timeoutUs): Task<Result<string, string>> {
      const began = machine.kernel.now();
      const dialled = yield* dialTcp(machine, host, port, timeoutUs);
      if (dialled.ok && dialled.value) return ok('SERVING');
      // No other program here speaks gRPC: the dial waits for HTTP/2 settings, or tries a refused port again, until its time is over.
      yield* sleep(Math.max(0, began + timeoutUs - machine.kernel.now()));
      return err('timeout');
    },
  };
}

function* httpOf(machine: Machine, request: HttpProbeRequest): Task<Result<HttpProbeResponse, string>> {
  const answer = yield* dialHttp(machine, request);
  if (!answer.ok) return answer;
  const { status, body, headers } = answer.value;
  const location = headers['location'] ?? headers['Location'];
  return ok({ status, body, ...(location === undefined ? {} : { location }) });
}
