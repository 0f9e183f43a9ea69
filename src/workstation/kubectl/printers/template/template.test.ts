import { expect, it } from 'vitest';
import { CommandError } from '../../errors.ts';
import { Interrupted } from '../printer.ts';
import { GoTemplate } from './execute.ts';

// Outputs of kubectl 1.36.3.

const DATA = { data: { x: '1', y: 'hello' }, list: [1, 2], name: 'a' };

const textOf = (source: string): string => new GoTemplate(source).text(DATA);

it.each([
  [
    '{{define "a b"}}<{{.}}>{{end}}{{template "a b" .data.y}}{{block "q" .data.x}}[{{.}}]{{end}}',
    '<hello>[1]',
  ],
  ['a {{- /* x */ -}} b{{/* y */}}c', 'abc'],
  ['{{- range $k, $v := .data -}} {{$k}}:{{$v}}; {{- end -}}', 'x:1;y:hello;'],
  ['{{range .data}}{{.}},{{else}}none{{end}}{{range .q}}{{else}}none{{end}}', '1,hello,none'],
  [
    '{{with $d := .data}}{{$d.x}}{{end}}{{(index .data "y")|len}}{{with .no}}{{else with .data}}W{{end}}',
    '15W',
  ],
  ['{{$x:=.data.x}}{{$x}}{{ $x }}{{$x = 2}}{{$x}}', '112'],
  ['{{if .q}}a{{else if .data.x}}b{{else}}c{{end}}', 'b'],
  ['{{"\\u00e9\\x41\\101"}} {{`raw\\n`}} {{\'a\'}} {{0x1F}} {{1e3}}', 'éAA raw\\n 97 31 1000'],
  ['{{range .list}}{{if eq . 2}}{{break}}{{end}}{{.}}{{end}}', '1'],
])('%s', (source, text) => {
  expect(textOf(source)).toBe(text);
});

it.each([
  ['{{range .items}', "bad character U+007D '}'"],
  ['{{.items[0]}}', "bad character U+005B '['"],
  ['{{.a-b}}', "bad character U+002D '-'"],
  ['{{;}}', 'unexpected ";" in command'],
  ['{{.data.x', 'unclosed action'],
  ['{{"abc}}', 'unterminated quoted string'],
  ['{{1 + 2}}', 'illegal number syntax: "+"'],
  ['{{1a}}', 'bad number syntax: "1a"'],
  ['{{(.data.y}}', 'unclosed left paren'],
  ['{{.data.y)}}', 'unexpected right paren'],
  ['{{"a".b}}', 'unexpected . after term "\\"a\\""'],
  ['{{.data.y | 3}}', 'non executable command in pipeline stage 2'],
  ['{{range $a, $b, $c := .data}}{{end}}', 'too many declarations in range'],
  ['{{$a}}', 'undefined variable "$a"'],
  ['{{foo}}', 'function "foo" not defined'],
  ['{{if}}{{end}}', 'missing value for if'],
  ['{{if .x}}a', 'unexpected EOF'],
  ['{{break}}', '{{break}} outside {{range}}'],
  ['{{/* x}}', 'unclosed comment'],
  ['{{else}}', 'unexpected {{else}}'],
  ['{{end .x}}', 'unexpected ".x" in end'],
])('%s cannot be read', (source, message) => {
  expect(() => textOf(source)).toThrow(new CommandError(`template: output:1: ${message}`));
});

it.each([
  ['{{template "y"}}', '1:11', '{{template "y"}}', 'template "y" not defined'],
  ['{{nil}}', '1:2', 'nil', 'nil is not a command'],
  ['{{.data.x "a"}}', '1:7', '.data.x', 'x is not a method but has arguments'],
  [
    '{{index .name "x"}}',
    '1:2',
    'index .name "x"',
    'error calling index: cannot index slice/array with type string',
  ],
  ['{{len .data .x}}', '1:2', 'len', 'wrong number of args for len: want 1 got 2'],
  ['{{eq .name}}', '1:2', 'eq .name', 'error calling eq: missing argument for comparison'],
])('%s fails where it stands', (source, at, text, message) => {
  let error: unknown;
  try {
    textOf(source);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toEqual(
    new Interrupted('', `template: output:${at}: executing "output" at <${text}>: ${message}`),
  );
});
