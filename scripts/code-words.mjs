import { parseSync } from 'vite';

/** Attributes and properties whose value is no text for a person, whatever it looks like. */
const NO_TEXT = new Set(
  `accept allow autoComplete className classNames color component contentType d datatype enterKeyHint event fill form h height href htmlFor id
  inputMode key kind language method mimeType mode name path pattern radius rel role size src stroke style styles target to tone type
  value variant viewBox w width xmlns`.split(/\s+/),
);
/** Calls whose arguments are no text for a person. */
const NO_WORDS =
  /^(?:\w*[Ee]rror|\w*Failed|NotHere|sql|require|fetch|matchMedia|describe|log\w*|console\w*|is[A-Z]\w*|createContext)$|\.(?:querySelector(?:All)?|(?:add|remove)EventListener|startsWith|endsWith|includes|split|replaceAll|replace|test|match|get|set|has|getItem|setItem|removeItem|warn|info|debug|error|request|append|setAttribute|dispatchEvent|localeCompare|describe)$/;

/** @typedef {{ type: string, start: number, end: number, [name: string]: any }} Node */

/** @typedef {{ words: string[], source: (node: Node) => string }} Reading - the words so far, and the text of a node */

/**
 * The words of one file of code in their order: text and shown attributes of elements, and literals that look like words of a person.
 *
 * @param {string} file - its path, which says whether it holds elements
 * @param {string} text @returns {string[]}
 */
export function codeWords(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  /** @type {Reading} */
  const reading = { words: [], source: (node) => text.slice(node.start, node.end) };
  visit(reading, program, false);
  return reading.words;
}

/** @param {Reading} reading @param {Node} node @param {boolean} isShown - inside of a value that is always shown, so that single small words count */
function visit(reading, node, isShown) {
  if (node.type === 'Literal' || node.type === 'TemplateLiteral') return literal(reading, node, isShown);
  if (isSilent(node)) return;
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') return element(reading, node, false);
  if (node.type === 'JSXAttribute') return attribute(reading, node);
  if (node.type === 'BinaryExpression' && /^(?:[!=]==?|in|instanceof|[<>]=?)$/.test(node['operator'])) return;
  if (node.type === 'CallExpression' || node.type === 'NewExpression') {
    if (NO_WORDS.test(reading.source(node['callee']))) {
      for (const each of node['arguments']) if (!isLiteral(each)) visit(reading, each, false);
      return;
    }
  }
  if (node.type === 'Property') return property(reading, node);
  if (node.type === 'SwitchCase') {
    for (const each of node['consequent']) visit(reading, each, false);
    return;
  }
  const isPassedOn =
    node.type === 'ConditionalExpression' || node.type === 'LogicalExpression' || node.type === 'JSXExpressionContainer';
  for (const child of childrenOf(node)) visit(reading, child, isShown && isPassedOn && child !== node['test']);
}

/** @param {Reading} reading @param {Node} node @param {boolean} isShown */
function literal(reading, node, isShown) {
  const own = literalText(node);
  if (isShown ? /[A-Za-z]{2}/.test(own) : looksLikeWords(own)) reading.words.push(own);
  if (node.type === 'TemplateLiteral') for (const each of node['expressions']) visit(reading, each, false);
}

/** @param {Reading} reading @param {Node} node */
function property(reading, { key, value }) {
  if (nameOf(key) === 'summary') return;
  if (NO_TEXT.has(nameOf(key)) && value.type === 'Literal' && !value.value?.includes?.(' ')) return;
  visit(reading, value, false);
}

/** @param {Reading} reading @param {Node} node */
function attribute(reading, { name, value }) {
  if (value === null) return;
  if (!NO_TEXT.has(nameOf(name))) return visit(reading, value, false);
  if (value.type === 'JSXExpressionContainer' && !isLiteral(value.expression)) visit(reading, value.expression, false);
}

/**
 * An element with text of its own is one sentence, with the elements inside of it; what its expressions hold is found below it.
 *
 * @param {Reading} reading @param {Node} node @param {boolean} isInside - of an element that has been read as one sentence
 */
function element(reading, node, isInside) {
  if (node.type === 'JSXElement') for (const each of node['openingElement'].attributes) visit(reading, each, false);
  const hasText = node['children'].some((/** @type {Node} */ each) => each.type === 'JSXText' && each['value'].trim() !== '');
  if (hasText && !isInside) reading.words.push(inline(node));
  for (const each of node['children']) {
    if (each.type === 'JSXText' || (hasText && isText(each))) continue;
    if (each.type === 'JSXExpressionContainer') visit(reading, each.expression, true);
    else if (each.type === 'JSXElement') element(reading, each, hasText);
    else visit(reading, each, false);
  }
}

/** @param {Node} node @returns {string} */
function inline(node) {
  return node['children']
    .map((/** @type {Node} */ each) => {
      if (each.type === 'JSXText') return each['value'].replaceAll(/\s*\n\s*/g, ' ');
      if (each.type !== 'JSXExpressionContainer') return inlineElement(each);
      const { expression } = each;
      if (expression.type === 'JSXEmptyExpression') return '';
      return isText(each) ? literalText(expression) : '{…}';
    })
    .join('');
}

/** @param {Node} node @returns {string} */
const inlineElement = (node) =>
  node['children']?.some((/** @type {Node} */ each) => each.type === 'JSXText') ? inline(node) : '{…}';

/** @param {Node} node */
const isLiteral = (node) => node.type === 'Literal' || node.type === 'TemplateLiteral';

/** @param {Node} node */
const isText = (node) => node.type === 'JSXExpressionContainer' && isLiteral(node['expression']);

/** @param {Node} node @returns {string} */
function literalText(node) {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : '';
  return node['quasis']
    .map((/** @type {Node} */ each, /** @type {number} */ at) => (at === 0 ? '' : '{…}') + each['value'].cooked)
    .join('');
}

/** Types, imports, SQL and errors for developers hold no words for people; what is refused does. @param {Node} node */
function isSilent(node) {
  if (/^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|Import|ExportAll|TaggedTemplate)/.test(node.type))
    return true;
  if (node.type === 'ThrowStatement')
    return node['argument'].type === 'NewExpression' && node['argument'].callee.name !== 'Refused';
  return node.type === 'CallExpression' && node['callee'].type === 'Super';
}

/** @param {Node} node @returns {string} */
const nameOf = (node) => String(node['name'] ?? node['value'] ?? '');

/** A capital and small letters, or two words: what an identifier, a path, a header or a class name is not. @param {string} text */
function looksLikeWords(text) {
  if (/^\w+\.\{…\}/.test(text)) return false;
  const words = text.replaceAll('{…}', ' ').trim();
  if (/^(?:[a-z-]+:|[./#@[(]|https?|[A-Za-z]+\/[A-Za-z])|[{};=]|=>|^\w+(?:-\w+)+$|--/.test(words)) return false;
  if (/^[A-Z][a-z’]+[.:!?…]?$/.test(words)) return true;
  return /[A-Za-z’]{2,}[,.:;!?]? +\S*[A-Za-z]/.test(words) && !/^[a-z]+(?:[A-Z]\w*)? [a-z]+[A-Z]/.test(words);
}

/** @param {Node} node @returns {Node[]} */
function childrenOf(node) {
  return Object.entries(node)
    .filter(([name]) => !['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'key'].includes(name))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'object' && value !== null && typeof value.type === 'string');
}
