import { describe, expect, it } from 'vitest';
import { formatScenario } from './format-scenario.ts';
import { parseScenario } from './parse.ts';
import { problemText } from './problem.ts';

const TEXT = `
title: own images
images:
  shop/api:1.2:
    startDelay: 3s
    readyAfter: 5s
    crashAfter: 40s
    exitCode: 3
    memory: 64Mi
    memoryGrowth: 8Mi
    ignoresSigterm: true
    http:
      /healthz: {failsAfter: 20s}
      /slow: {delay: 2s, body: late}
      /gone: 410
  shop/batch: {runsFor: 2s}
`;

describe('images of a scenario', () => {
  it('are read with their units and written back to the same', () => {
    const read = parseScenario(TEXT);
    if (!read.ok) throw new Error(read.error.map(problemText).join('\n'));
    expect(read.value.cluster.images).toEqual([
      {
        name: 'shop/api:1.2',
        startDelayUs: 3_000_000,
        readyAfterUs: 5_000_000,
        crashAfterUs: 40_000_000,
        exitCode: 3,
        memoryBytes: 67_108_864,
        memoryGrowthBytesPerSecond: 8_388_608,
        ignoresSigterm: true,
        http: {
          '/healthz': { failsAfterUs: 20_000_000 },
          '/slow': { delayUs: 2_000_000, body: 'late' },
          '/gone': { status: 410 },
        },
      },
      { name: 'shop/batch', runsForUs: 2_000_000 },
    ]);
    expect(parseScenario(formatScenario(read.value))).toEqual(read);
  });

  it('are refused with what is wrong and where', () => {
    const problems = (images: string): string[] => {
      const read = parseScenario(`title: x\nimages:\n${images}`);
      return read.ok ? [] : read.error.map(problemText);
    };
    expect(problems('  shop/api: {crashafter: 2s}')).toEqual([
      'line 3, images.shop/api.crashafter: unknown key; did you mean crashAfter?',
    ]);
    expect(problems('  shop/api: {exitCode: 300, memory: lots, ports: [0]}')).toEqual([
      'line 3, images.shop/api.ports[0]: must be a port, 1 to 65535',
      'line 3, images.shop/api.exitCode: must be an exit code, 0 to 255',
      'line 3, images.shop/api.memory: must be an amount of memory such as 64Mi',
    ]);
    expect(problems('  shop/api: {crashAfter: 2s, runsFor: 3s}')).toEqual([
      'line 3, images.shop/api: has either crashAfter or runsFor',
    ]);
    expect(problems('  - shop/api')).toEqual([
      'line 3, images: must be a mapping of image names to what they do',
    ]);
  });
});
