import { afterEach, describe, expect, it } from 'vitest';
import { commandStore, handlerOf, provideCommands } from './commands.ts';

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
    const stop = provideCommands({ follow: () => undefined });
    expect(handlerOf('follow')).toBeTypeOf('function');
    stop();
    expect(handlerOf('follow')).toBeUndefined();
  });
});
