import type { Syscall, Task } from '../../kernel/task.ts';

/** What a program yields to have a task run for it. */
class Call {
  readonly task: Task<unknown>;
  constructor(task: Task<unknown>) {
    this.task = task;
  }
}

/**
 * Runs a task as `yield*` does, on a stack of the process's own: what calls itself (a shell's functions) then goes as deep
 * as it is allowed to, not as deep as the machine's stack happens to be.
 */
export function* call<T>(task: Task<T>): Task<T> {
  return (yield new Call(task) as unknown as Syscall) as T;
}

/** A task with those it has called. */
export class Frames<T> {
  private readonly stack: Task<unknown>[];

  constructor(task: Task<T>) {
    this.stack = [task];
  }

  /** Goes on to the next system call, or to the end. */
  next(): IteratorResult<Syscall, T> {
    let answer: unknown;
    let thrown: { readonly error: unknown } | undefined;
    for (;;) {
      const top = this.stack[this.stack.length - 1] as Task<unknown>;
      let step: IteratorResult<unknown, unknown>;
      try {
        step = thrown === undefined ? top.next(answer) : top.throw(thrown.error);
        thrown = undefined;
        answer = undefined;
      } catch (error) {
        this.stack.pop();
        if (this.stack.length === 0) throw error;
        thrown = { error };
        continue;
      }
      if (step.done === true) {
        if (this.stack.length === 1) return step as IteratorResult<Syscall, T>;
        this.stack.pop();
        answer = step.value;
      } else if (step.value instanceof Call) this.stack.push(step.value.task);
      else return step as IteratorResult<Syscall, T>;
    }
  }

  /** Ends all of them where they are, the innermost first. */
  return(): void {
    while (this.stack.length > 0) (this.stack.pop() as Task<unknown>).return(undefined);
  }
}
