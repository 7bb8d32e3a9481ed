/**
 * Rules of lint for scripts that tests run in a page, `test/e2e/harness/page-script.ts`: a script goes there as text, so
 * the compiler does not see that a name of the module around it means nothing there.
 */

/** Methods of a page, or functions, whose functions go to the page. */
const SENDERS = new Set([
  'script',
  'run',
  'until',
  'click',
  'drag',
  'choose',
  'tap',
  'pressAssisted',
  'controls',
  'mouseInFrame',
  'untilInFrame',
  'clickAndAllow',
  // Of Thunderbird.
  'inSettings',
  'inBackground',
  'inView',
]);

/** Those of them that are called by themselves. */
const FUNCTIONS = new Set(['script', 'inView']);

/** @param {any} callee */
function nameOf(callee) {
  if (callee.type === 'Identifier') return FUNCTIONS.has(callee.name) ? callee.name : null;
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : null;
}

const closesOverNothing = {
  /** @param {any} context */
  create(context) {
    return {
      /** @param {any} node */
      CallExpression(node) {
        if (!SENDERS.has(nameOf(node.callee) ?? '')) return;
        for (const given of node.arguments) {
          if (given.type !== 'ArrowFunctionExpression' && given.type !== 'FunctionExpression') continue;
          for (const { identifier, resolved, isTypeReference } of context.sourceCode.getScope(given).through)
            if (isTypeReference !== true && resolved !== null && resolved.defs.length > 0)
              context.report({
                node: identifier,
                message: `${identifier.name} is not in the page: give it as an argument.`,
              });
        }
      },
    };
  },
};

export default {
  meta: { name: 'page-scripts' },
  rules: { 'closes-over-nothing': closesOverNothing },
};
