/** A parsed CEL expression. */
export type Expr =
  | { readonly op: 'literal'; readonly value: unknown }
  /** `at`: where it begins in the text. */
  | { readonly op: 'name'; readonly name: string; readonly at: number }
  | {
      readonly op: 'select';
      readonly target: Expr;
      readonly field: string;
      readonly optional: boolean;
      /** Where its dot stands. */
      readonly at: number;
    }
  | { readonly op: 'index'; readonly target: Expr; readonly index: Expr; readonly optional: boolean }
  | {
      readonly op: 'call';
      readonly target: Expr | undefined;
      readonly name: string;
      readonly args: readonly Expr[];
      /** Where its bracket opens. */
      readonly at: number;
    }
  | { readonly op: 'unary'; readonly sign: '!' | '-'; readonly operand: Expr }
  | { readonly op: 'binary'; readonly sign: BinarySign; readonly left: Expr; readonly right: Expr }
  | { readonly op: 'and' | 'or'; readonly left: Expr; readonly right: Expr }
  | { readonly op: 'choose'; readonly condition: Expr; readonly yes: Expr; readonly no: Expr }
  | { readonly op: 'list'; readonly items: readonly Expr[] }
  | { readonly op: 'map'; readonly entries: readonly (readonly [Expr, Expr])[] };

export type BinarySign = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';
