/** Messages of the view of one request. */
export const requestViewEn = {
  none: 'No request led to this record.',
  from: '{client} as {user}',
  'from.namespace': '{client} as {user}, namespace {namespace}',
  answered: 'answered after {time}',
  waiting: 'no answer yet',
  dryRun: 'dry run: nothing is written',
  stages: 'Gates of the API server',
  'stage.authentication': 'Authentication',
  'stage.authorization': 'Authorization',
  'stage.decoding': 'Decoding',
  'stage.defaulting': 'Defaulting',
  'stage.mutating': 'Mutating admission',
  'stage.validation': 'Validation',
  'stage.validating': 'Validating admission',
  'stage.storage': 'Storage',
  'asks.authentication': 'Who is asking?',
  'asks.authorization': 'May they do this here?',
  'asks.decoding': 'Is it an object of this kind, field by field?',
  'asks.defaulting': 'What was left out gets its default.',
  'asks.mutating': 'Plugins may still change the object.',
  'asks.validation': 'Is every value allowed?',
  'asks.validating': 'Plugins may still refuse, but change nothing.',
  'asks.storage': 'etcd writes it or reads it.',
  'verdict.passed': 'passed',
  'verdict.mutated': '{n#field|fields} changed',
  'verdict.refused': 'refused',
  'verdict.skipped': 'skipped',
  'verdict.toCome': 'still to come',
  'verdict.unreached': 'not reached',
  'plugins.passed': '{n#plugin|plugins} let it pass: {names}',
  changes: 'What {who} changed',
  refused: 'What kubectl printed',
  'refused.server': 'What the server answered',
  'refused.nothing': 'Nothing was written to etcd.',
  what: 'What refused it',
  fix: 'What to change',
  open: 'Go to the record',
  'what.authentication':
    'The API server does not know who is asking: the credentials are missing, expired or wrong.',
  'fix.authentication':
    'Send a valid client certificate or token. `kubectl config view` shows which user is sent now.',
  'what.authorization':
    'The user is known, but no Role or ClusterRole bound to them allows this verb on this resource here.',
  'fix.authorization':
    'Bind a Role with the verb and resource the message names, or ask as another user. `kubectl auth can-i` tells beforehand.',
  'what.decoding':
    'The text is no object of this kind: a field is unknown, given twice, or of the wrong type.',
  'fix.decoding': 'Correct the field the message names. `kubectl explain` lists the fields there are.',
  'what.validation':
    'The object was understood, but a value breaks a rule of its kind or a field may not change any more.',
  'fix.validation':
    'Each line names a field and its rule. A field that may not change needs the object to be made anew.',
  'what.exists': 'An object of this name is there already, and create never overwrites.',
  'fix.exists': 'Choose another name, or use `kubectl apply`, which changes what is there.',
  'what.conflict':
    'Somebody wrote the object in between: the resourceVersion sent is no longer the stored one.',
  'fix.conflict': 'Read it again and repeat the change. Controllers do so on their own.',
  'what.notFound': 'Every gate let the request pass; etcd has no such object.',
  'fix.notFound': 'Check the name and the namespace. For kubectl apply this answer only means: create it.',
  'what.disrupted': 'A PodDisruptionBudget allows no further Pod to go at the moment.',
  'fix.disrupted': 'Wait until more of its Pods are ready, add replicas, or loosen the budget.',
  'what.NamespaceLifecycle':
    'The namespace does not exist or is being deleted: nothing new may be made in it.',
  'fix.NamespaceLifecycle': 'Create the namespace first, or choose another.',
  'what.LimitRanger': 'A LimitRange of the namespace sets bounds that these requests or limits leave.',
  'fix.LimitRanger': 'Bring requests and limits within the bounds. `kubectl describe limitrange` shows them.',
  'what.ServiceAccount': 'The Pod names a ServiceAccount that is not there, or mounts what it may not.',
  'fix.ServiceAccount': 'Create the ServiceAccount, or leave the field out for default.',
  'what.NodeRestriction': 'A kubelet may only change its own Node and the Pods bound to it.',
  'fix.NodeRestriction': 'Ask as a user with more rights; this is not the kubelet’s to do.',
  'what.PodSecurity':
    'The namespace enforces a Pod Security level that the Pod does not meet. The message lists each point.',
  'fix.PodSecurity':
    'Set the fields named under securityContext, or give the namespace a lower level by its label.',
  'what.Priority': 'The Pod’s priorityClassName names no class, or its priority contradicts the class.',
  'fix.Priority': 'Create the PriorityClass, or leave priority to the class.',
  'what.RuntimeClass': 'The Pod’s runtimeClassName names no class, or its overhead contradicts the class.',
  'fix.RuntimeClass': 'Create the RuntimeClass, or leave the field out.',
  'what.ResourceQuota':
    'The namespace’s quota would be exceeded, or it asks for a request or limit that is missing.',
  'fix.ResourceQuota':
    'Ask for less, free some, or raise the quota. Under a quota of cpu or memory every container must say what it asks for.',
  'what.PersistentVolumeClaimResize': 'The claim’s StorageClass does not allow its volumes to grow.',
  'fix.PersistentVolumeClaimResize': 'Set allowVolumeExpansion on the class, or make a new claim.',
  'what.PodResizeValidator': 'The Pod or its node cannot be resized in place.',
  'fix.PodResizeValidator': 'Make the Pod anew with the resources it needs.',
  'what.MutatingAdmissionWebhook':
    'A webhook outside the server refused, or did not answer and its failurePolicy is Fail.',
  'fix.MutatingAdmissionWebhook':
    'Read the webhook’s message. If it is unreachable, bring it back or loosen failurePolicy.',
  'what.ValidatingAdmissionWebhook':
    'A webhook outside the server refused, or did not answer and its failurePolicy is Fail.',
  'fix.ValidatingAdmissionWebhook':
    'Read the webhook’s message. If it is unreachable, bring it back or loosen failurePolicy.',
  'what.ValidatingAdmissionPolicy':
    'An expression of a ValidatingAdmissionPolicy was not true of this object.',
  'fix.ValidatingAdmissionPolicy': 'Change the object so that it is, or the policy’s binding.',
  'what.other': 'The API server turned the request down.',
  'fix.other': 'The message says what it did not accept.',
} as const;
