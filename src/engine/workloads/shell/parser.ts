import {
  type Assignment,
  type CaseArm,
  type Command,
  type ListItem,
  type Redirect,
  ShellSyntaxError,
  type Word,
} from './ast.ts';
import { expandBraces, letCommand, loopExpressions } from './bash.ts';
import { TokenReader } from './token-reader.ts';
import { Cursor } from './words.ts';

/** Trees of texts parsed lately: every container of a Deployment runs the same script. Trees never change. */
const parsed = new Map<string, Command | ShellSyntaxError>();
const KEPT = 200;

/** Parses a whole text; `line` is the number of its first line. Answers a ShellSyntaxError when it is no program. */
export function parseShell(text: string, line = 1, bash = false): Command | ShellSyntaxError {
  const key = `${line}${bash ? 'b' : ''}\n${text}`;
  let tree = parsed.get(key);
  if (tree === undefined) {
    tree = parse(text, line, bash);
    if (parsed.size >= KEPT) parsed.clear();
    if (text.length < 10_000) parsed.set(key, tree);
  }
  return tree;
}

function parse(text: string, line: number, bash: boolean): Command | ShellSyntaxError {
  try {
    const parser = new Parser(new Cursor(text, line, bash));
    return parser.program();
  } catch (error) {
    if (error instanceof ShellSyntaxError) return error;
    throw error;
  }
}

const MAX_NESTING = 200;
/** Names that ash gives to no function. */
const SPECIAL_BUILTINS = new Set(
  ': . break continue eval exec exit export local readonly return set shift source times trap unset'.split(
    ' ',
  ),
);

/** A recursive-descent parser of the POSIX shell grammar. Models ash's parser.c list, pipeline, command, simplecmd. */
class Parser extends TokenReader {
  private nesting = 0;
  /** What the lines before this one say, so many of the whole: a shell runs them before it reads on. */
  private before: readonly ListItem[] = [];
  private complete = 0;

  constructor(cursor: Cursor) {
    super(cursor, (inner) => new Parser(inner).substituted());
  }

  program(): Command {
    try {
      const list = this.list(false);
      if (!this.cursor.ended) this.unexpected();
      return list;
    } catch (error) {
      if (error instanceof ShellSyntaxError) error.before = this.before.slice(0, this.complete);
      throw error;
    }
  }

  private substituted(): Command {
    return this.list(false);
  }

  private list(required = true, closer?: string): Command {
    if (++this.nesting > MAX_NESTING) this.cursor.fail('nested too deep');
    const items: ListItem[] = [];
    for (;;) {
      if (this.newlines() && this.nesting === 1) {
        this.before = items;
        this.complete = items.length;
      }
      if (this.atListEnd()) break;
      const command = this.andOr();
      const operator = this.operator();
      if (operator === ';' || operator === '&') this.take(operator);
      items.push({ command, background: operator === '&' });
      if (operator !== ';' && operator !== '&' && this.cursor.peek() !== '\n') break;
    }
    this.nesting--;
    if (required && items.length === 0) this.unexpected(this.cursor.ended ? closer : undefined);
    const only = items[0];
    return items.length === 1 && only !== undefined && !only.background
      ? only.command
      : { kind: 'list', items };
  }

  private atListEnd(): boolean {
    if (this.cursor.ended) return true;
    const operator = this.operator();
    if (operator === ')' || operator === ';;') return true;
    const reserved = this.reserved();
    return (
      reserved !== undefined && ['then', 'elif', 'else', 'fi', 'do', 'done', 'esac', '}'].includes(reserved)
    );
  }

  private andOr(): Command {
    let left = this.pipeline();
    for (;;) {
      const operator = this.operator();
      if (operator !== '&&' && operator !== '||') return left;
      this.take(operator);
      this.newlines();
      const right = this.pipeline();
      left = operator === '&&' ? { kind: 'and', left, right } : { kind: 'or', left, right };
    }
  }

  private pipeline(): Command {
    let negated = false;
    while (this.reserved() === '!') {
      this.takeWord('!');
      negated = !negated;
    }
    const commands = [this.command()];
    while (this.operator() === '|') {
      this.take('|');
      this.newlines();
      commands.push(this.command());
    }
    const only = commands[0] as Command;
    return commands.length === 1 && !negated ? only : { kind: 'pipeline', commands, negated };
  }

  private command(): Command {
    if (this.cursor.bash && this.cursor.text.startsWith('((', this.cursor.at)) {
      const text = this.arithmeticText();
      if (text !== undefined) return letCommand(this.expanding(text), this.cursor.line);
    }
    if (this.operator() === '(') {
      this.take('(');
      const body = this.list(true, ')');
      this.expectOperator(')');
      return { kind: 'subshell', body, redirects: this.redirects() };
    }
    const reserved = this.reserved();
    switch (reserved) {
      case undefined:
        return this.simple();
      case '{': {
        this.takeWord('{');
        const body = this.list(true, '}');
        this.expect('}');
        return { kind: 'group', body, redirects: this.redirects() };
      }
      case 'if':
        return this.conditional();
      case 'while':
      case 'until': {
        this.takeWord(reserved);
        const test = this.list(true, 'do');
        const body = this.doGroup();
        return { kind: reserved, test, body, redirects: this.redirects() };
      }
      case 'for':
        return this.loop();
      case 'case':
        return this.cases();
      default:
        return reserved === 'in' ? this.simple() : this.unexpected();
    }
  }

  private conditional(): Command {
    this.takeWord('if');
    const branches: { test: Command; body: Command }[] = [];
    let otherwise: Command | undefined;
    for (;;) {
      const test = this.list(true, 'then');
      this.expect('then');
      branches.push({ test, body: this.list(true, 'fi') });
      if (this.reserved() !== 'elif') break;
      this.takeWord('elif');
    }
    if (this.reserved() === 'else') {
      this.takeWord('else');
      otherwise = this.list(true, 'fi');
    }
    this.expect('fi');
    return { kind: 'if', branches, otherwise, redirects: this.redirects() };
  }

  private doGroup(): Command {
    this.newlines();
    this.expect('do');
    const body = this.list(true, 'done');
    this.expect('done');
    return body;
  }

  private loop(): Command {
    this.takeWord('for');
    this.blanks();
    if (this.cursor.bash && this.cursor.text.startsWith('((', this.cursor.at)) return this.countedLoop();
    const name = this.plainWord();
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) this.cursor.fail('bad for loop variable');
    this.newlines();
    let words: Word[] | undefined;
    if (this.reserved() === 'in') {
      this.takeWord('in');
      words = [];
      for (;;) {
        this.blanks();
        const word = this.words.word();
        if (word === undefined) break;
        words.push(...this.braces(word));
      }
    }
    if (this.operator() === ';') this.take(';');
    const body = this.doGroup();
    return { kind: 'for', name, words, body, redirects: this.redirects() };
  }

  /** `for ((init; test; step))`: a while loop whose test takes the step from its second time on. */
  private countedLoop(): Command {
    const { line, at } = this.cursor;
    const text = this.arithmeticText();
    if (text === undefined) return this.cursor.fail("missing '))'");
    const [init, test] = loopExpressions(text, at).map((part) => letCommand(this.expanding(part), line));
    if (this.operator() === ';') this.take(';');
    const body = this.doGroup();
    const loop: Command = { kind: 'while', test: test as Command, body, redirects: this.redirects() };
    const items = [init as Command, loop].map((command) => ({ command, background: false }));
    return { kind: 'list', items };
  }

  private cases(): Command {
    this.takeWord('case');
    this.blanks();
    const subject = this.words.word();
    if (subject === undefined) return this.unexpected();
    this.newlines();
    this.expect('in');
    const arms: CaseArm[] = [];
    for (;;) {
      this.newlines();
      if (this.reserved() === 'esac') break;
      if (this.operator() === '(') this.take('(');
      const patterns: Word[] = [];
      for (;;) {
        this.blanks();
        const pattern = this.words.word();
        if (pattern === undefined) return this.unexpected(this.cursor.ended ? ')' : undefined);
        patterns.push(pattern);
        if (this.operator() !== '|') break;
        this.take('|');
      }
      this.expectOperator(')');
      const body = this.list(false);
      arms.push({ patterns, body });
      this.newlines();
      if (this.operator() !== ';;') break;
      this.take(';;');
    }
    this.newlines();
    this.expect('esac');
    return { kind: 'case', subject, arms, redirects: this.redirects() };
  }

  private simple(): Command {
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    this.blanks();
    const { line } = this.cursor;
    for (;;) {
      this.blanks();
      const redirect = this.redirect();
      if (redirect !== undefined) {
        redirects.push(redirect);
        continue;
      }
      const assigned = words.length === 0 ? this.assignment() : undefined;
      if (assigned !== undefined) {
        assignments.push(assigned);
        continue;
      }
      const word = this.regex(words) ?? this.words.word() ?? this.testOperator(words);
      if (word === undefined) break;
      words.push(...this.braces(word));
      const [first] = word;
      if (words.length === 1 && word.length === 1 && first?.kind === 'text' && first.text === 'function')
        return this.namedFunction();
      if (words.length === 1 && assignments.length === 0 && this.operator() === '(')
        return this.definition(word);
    }
    if (words.length + assignments.length + redirects.length === 0) return this.unexpected();
    return { kind: 'simple', assignments, words, redirects, line };
  }

  /** `&&` and `||` between `[[` and `]]` are -a and -o of the test, as ash takes them. */
  private testOperator(words: readonly Word[]): Word | undefined {
    const texts = words.map(([part]) => (part?.kind === 'text' ? part.text : ''));
    const operator = this.operator();
    if (texts[0] !== '[[' || texts.includes(']]') || (operator !== '&&' && operator !== '||'))
      return undefined;
    this.take(operator);
    return [{ kind: 'text', text: operator === '&&' ? '-a' : '-o', quoted: false }];
  }

  /** What is right of `=~` between `[[` and `]]`. */
  private regex(words: readonly Word[]): Word | undefined {
    const first = words[0]?.[0];
    const last = words.at(-1)?.[0];
    if (first?.kind !== 'text' || first.text !== '[[' || last?.kind !== 'text' || last.text !== '=~')
      return undefined;
    return this.words.regex();
  }

  private braces(word: Word): readonly Word[] {
    return this.cursor.bash ? expandBraces(word) : [word];
  }

  /** `function NAME [()] BODY`, which ash takes too. */
  private namedFunction(): Command {
    this.blanks();
    const name = this.plainWord();
    if (this.operator() === '(') {
      this.take('(');
      this.expectOperator(')');
    }
    this.newlines();
    return { kind: 'function', name, body: this.command() };
  }

  private definition(word: Word): Command {
    const only = word[0];
    this.take('(');
    if (this.operator() !== ')' || only?.kind !== 'text' || word.length !== 1) return this.unexpected();
    this.take(')');
    if (!this.cursor.bash && (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(only.text) || SPECIAL_BUILTINS.has(only.text)))
      this.cursor.fail('bad function name');
    this.newlines();
    return { kind: 'function', name: only.text, body: this.command() };
  }

  private assignment(): Assignment | undefined {
    const { cursor } = this;
    const match = cursor.bash
      ? /([A-Za-z_][A-Za-z0-9_]*)(?:\[([^\]\s]*)\])?(\+?)=/y
      : /([A-Za-z_][A-Za-z0-9_]*)=/y;
    match.lastIndex = cursor.at;
    const found = match.exec(cursor.text);
    if (found === null) return undefined;
    cursor.at += found[0].length;
    const assigned = {
      name: found[1] as string,
      ...(found[3] === '+' ? { append: true } : {}),
      ...(found[2] === undefined ? {} : { index: this.words.nestedDocument(found[2]) }),
    };
    if (!cursor.bash || cursor.peek() !== '(') return { ...assigned, value: this.words.word() ?? [] };
    this.take('(');
    const items: Word[] = [];
    for (;;) {
      this.newlines();
      const item = this.words.word();
      if (item === undefined) break;
      items.push(item);
    }
    this.expectOperator(')');
    return { ...assigned, value: [], items };
  }
}
