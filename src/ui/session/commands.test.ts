import { afterEach, describe, expect, it } from 'vitest';
import { pageStore } from './page.ts';
import { commandStore, handlerOf, provideCommands, runWhenProvided } from './commands.ts';

afterEach(() => commandStore.setState({ handlers: [], sources: [] }));

describe('commands', () => {
  it('runs the latest provider first and passes on what it declines', () => {
    const ran: string[] = [];
    let open = true;
    provideCommands({ back: () => void ran.push('deselect') });
    const close = provideCommands({
      back: () => {
        if (!open) return false;
        open = false;
        ran.push('close');
        return true;
      },
    });
    handlerOf('back')?.();
    handlerOf('back')?.();
    close();
    handlerOf('back')?.();
    expect(ran).toEqual(['close', 'deselect', 'deselect']);
  });

  it('knows what nobody provides', () => {
    const stop = provideCommands({ scheduler: () => undefined });
    expect(handlerOf('scheduler')).toBeTypeOf('function');
    stop();
    expect(handlerOf('scheduler')).toBeUndefined();
  });
});

describe('commands on a page in the run’s place', () => {
  afterEach(() => pageStore.setState({ page: 'run', first: false }));

  it('do not reach the run behind it', () => {
    const ran: string[] = [];
    provideCommands({
      'transport.toggle': () => void ran.push('play'),
      'record.next': () => void ran.push('step'),
      gallery: () => void ran.push('gallery'),
    });
    pageStore.setState({ page: 'gallery' });
    expect(handlerOf('transport.toggle')).toBeUndefined();
    expect(handlerOf('record.next')).toBeUndefined();
    handlerOf('gallery')?.();
    pageStore.setState({ page: 'run' });
    handlerOf('transport.toggle')?.();
    expect(ran).toEqual(['gallery', 'play']);
  });
});

it('a command that is asked for while its feature is being loaded runs once that provides it', async () => {
  const ran: string[] = [];
  runWhenProvided('copyLink');
  const take = provideCommands({ copyLink: () => void ran.push('first') });
  await Promise.resolve();
  expect(ran).toEqual(['first']);
  // What is there already has been asked itself.
  runWhenProvided('copyLink');
  const takeToo = provideCommands({ copyLink: () => void ran.push('second') });
  await Promise.resolve();
  expect(ran).toEqual(['first']);
  take();
  takeToo();
});

it('a command whose place is there already waits for the feature in it', async () => {
  const ran: string[] = [];
  provideCommands({ editor: () => void ran.push('place') });
  runWhenProvided('editor', 1);
  provideCommands({ editor: () => void ran.push('editor') });
  await Promise.resolve();
  expect(ran).toEqual(['editor']);
  // Both are there: the key itself reaches them.
  runWhenProvided('editor', 1);
  provideCommands({ editor: () => void ran.push('other') });
  await Promise.resolve();
  expect(ran).toEqual(['editor']);
});
