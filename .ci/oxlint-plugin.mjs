/** Lint rules of our own. */

const message =
  'No async in the simulation: sequential work is a Task (a generator that yields syscalls), so that one run is one order of events.';

/** The linter's own ban cannot say what to write instead. */
const noAsync = {
  meta: { type: 'problem', schema: [] },
  /** @param {{ report: (finding: { node: unknown, message: string }) => void }} context */
  create(context) {
    /** @param {{ async?: boolean }} node */
    const check = (node) => {
      if (node.async === true) context.report({ node, message });
    };
    return {
      FunctionDeclaration: check,
      FunctionExpression: check,
      ArrowFunctionExpression: check,
      /** @param {unknown} node */
      ImportExpression: (node) => context.report({ node, message }),
    };
  },
};

export default { meta: { name: 'podscope' }, rules: { 'no-async': noAsync } };
