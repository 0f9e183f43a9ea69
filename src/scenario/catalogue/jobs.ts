import type { CatalogueEntry } from './entry.ts';

/** Work that should end. */
export const JOBS: readonly CatalogueEntry[] = [
  {
    id: 'job-gives-up',
    stage: 'controllers',
    symptoms: ['Error', 'BackoffLimitExceeded', 'Failed', '0/1'],
    shows: {
      en: 'Each try is a new Pod, each wait twice the last. After backoffLimit the Job is Failed.',
      ko: '시도마다 새 Pod이고 기다림은 두 배씩 는다. backoffLimit을 넘으면 Job은 Failed다.',
    },
    document: {
      title: { en: 'A Job gives up', ko: '포기하는 Job' },
      tags: ['job', 'backoff'],
      cluster: { preset: 'kind-3' },
      files: {
        'job.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: import
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: import
        image: busybox:1.37
        command: [sh, -c, echo cannot reach the database; exit 1]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f job.yaml' }],
      until: '70s',
    },
    end: [
      { kubectl: 'get job import', prints: ['import Failed 0/1'] },
      { kubectl: 'describe job import', prints: ['BackoffLimitExceeded'] },
    ],
  },
  {
    id: 'job-helper-never-ends',
    stage: 'controllers',
    symptoms: ['1/2', 'NotReady', 'Running', '0/1'],
    shows: {
      en: 'The work is done, the helper container runs on, and so does the Job. A native sidecar would have ended.',
      ko: '일은 끝났는데 보조 컨테이너가 계속 돌아서 Job도 끝나지 않는다. 네이티브 사이드카라면 끝났을 것이다.',
    },
    document: {
      title: { en: 'A Job held up by its helper', ko: '보조 컨테이너에 붙잡힌 Job' },
      tags: ['job', 'sidecar'],
      cluster: { preset: 'kind-3' },
      files: {
        'job.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: backup
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: backup
        image: busybox:1.37
        command: [sh, -c, sleep 3; echo backup done]
      - name: proxy
        image: busybox:1.37
        command: [sh, -c, "trap 'exit 0' TERM; while true; do sleep 1; done"]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f job.yaml' }],
      until: '30s',
    },
    end: [
      { kubectl: 'get job backup', prints: ['backup Running 0/1'] },
      { kubectl: 'get pods', prints: ['1/2 NotReady 0'] },
    ],
  },
  {
    id: 'cronjob-every-minute',
    stage: 'controllers',
    symptoms: ['Completed', 'LAST SCHEDULE', 'Complete'],
    shows: {
      en: 'At the full minute the CronJob makes a Job, and the Job a Pod.',
      ko: '정각이 되면 CronJob이 Job을, Job이 Pod를 만든다.',
    },
    document: {
      title: { en: 'A CronJob strikes', ko: 'CronJob의 정각' },
      tags: ['cronjob', 'job'],
      cluster: { preset: 'kind-3' },
      files: {
        'cron.yaml': `apiVersion: batch/v1
kind: CronJob
metadata:
  name: tick
spec:
  schedule: "* * * * *"
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers:
          - name: tick
            image: busybox:1.37
            command: [sh, -c, date; echo tick]
`,
      },
      steps: [{ at: '0s', kubectl: 'apply -f cron.yaml' }],
      until: '62s',
    },
    end: [
      { kubectl: 'get cronjob tick', prints: ['tick * * * * *'] },
      { kubectl: 'get jobs', prints: ['Complete 1/1'] },
    ],
  },
];
