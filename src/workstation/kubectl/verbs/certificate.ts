import { resourceByKey } from '../../../api/resources.ts';
import { formatTime } from '../../../api/time.ts';
import { present } from '../../../base/assert.ts';
import { type JsonObject, asList } from '../../../base/json.ts';
import type { Task } from '../../../engine/kernel/task.ts';
import { CommandError } from '../errors.ts';
import type { Kube } from '../kube.ts';
import { at, withAt } from '../object.ts';
import { objectPrinter } from '../printers/object-printer.ts';
import { resolveArguments } from '../resource/arguments.ts';
import { visit } from '../resource/visit.ts';
import type { Verb } from './verb.ts';

const REQUESTS = present(resourceByKey('certificatesigningrequests.certificates.k8s.io'), 'csr');

interface Decision {
  readonly type: 'Approved' | 'Denied';
  readonly reason: string;
  readonly message: string;
}

export const approve = deciding({
  type: 'Approved',
  reason: 'KubectlApprove',
  message: 'This CSR was approved by kubectl certificate approve.',
});

export const deny = deciding({
  type: 'Denied',
  reason: 'KubectlDeny',
  message: 'This CSR was denied by kubectl certificate deny.',
});

/** `kubectl certificate approve` and `deny`. Models kubectl/pkg/cmd/certificates/certificates.go (1.36). */
function deciding({ type, reason, message }: Decision): Verb {
  return function* (kube: Kube): Task<number> {
    const { flags, args } = kube;
    if (args.length === 0 && flags.list('filename').length === 0)
      throw new CommandError('one or more CSRs must be specified as <name> or -f <filename>');
    const wanted = resolveArguments(kube, {
      args,
      filenames: flags.list('filename'),
      recursive: flags.bool('recursive'),
      defaultType: REQUESTS.key,
    });
    yield* visit(kube, wanted, { latest: true }, function* (info): Task {
      const conditions = asList(at(info.object, 'status', 'conditions')) as readonly JsonObject[];
      let object = info.object;
      if (!conditions.some((condition) => condition['type'] === type) || flags.bool('force')) {
        const now = formatTime(kube.kernel.unixUs());
        const condition = { type, status: 'True', reason, message, lastUpdateTime: now };
        const kept = conditions.filter((other) => other['type'] !== type);
        const changed = withAt(info.object, ['status', 'conditions'], [...kept, condition]);
        object = yield* kube.api.update(info, changed, {}, 'approval');
      }
      kube.out(objectPrinter(kube, type.toLowerCase())(object));
    });
    return 0;
  };
}
