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

/**
 * The words of one file of code in their order: text and shown attributes of elements, and literals that look like words of a person.
 *
 * @param {string} file - its path, which says whether it holds elements
 * @param {string} text @returns {string[]}
 */
export function codeWords(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`);
  /** @type {string[]} */
  const words = [];
  const source = (/** @type {Node} */ node) => text.slice(node.start, node.end);

  /** @param {Node} node @param {boolean} isShown - inside of a value that is always shown, so that single small words count */
  const visit = (node, isShown) => {
    if (node.type === 'Literal' || node.type === 'TemplateLiteral') {
      const own = literalText(node);
      if (isShown ? /[A-Za-z]{2}/.test(own) : looksLikeWords(own)) words.push(own);
      if (node.type === 'TemplateLiteral') for (const each of node['expressions']) visit(each, false);
      return;
    }
    if (isSilent(node)) return;
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return element(node, false);
    if (node.type === 'JSXAttribute') return attribute(node);
    if (node.type === 'BinaryExpression' && /^(?:[!=]==?|in|instanceof|[<>]=?)$/.test(node['operator'])) return;
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      if (NO_WORDS.test(source(node['callee']))) {
        for (const each of node['arguments']) if (each.type !== 'Literal' && each.type !== 'TemplateLiteral') visit(each, false);
        return;
      }
    }
    if (node.type === 'Property') {
      if (nameOf(node['key']) === 'summary') return;
      if (NO_TEXT.has(nameOf(node['key'])) && node['value'].type === 'Literal' && !node['value'].value?.includes?.(' ')) return;
      return visit(node['value'], false);
    }
    if (node.type === 'SwitchCase') {
      for (const each of node['consequent']) visit(each, false);
      return;
    }
    const isPassedOn =
      node.type === 'ConditionalExpression' || node.type === 'LogicalExpression' || node.type === 'JSXExpressionContainer';
    for (const child of childrenOf(node)) visit(child, isShown && isPassedOn && child !== node['test']);
  };

  /** @param {Node} node */
  const attribute = (node) => {
    const { value } = node;
    if (value === null || NO_TEXT.has(nameOf(node['name']))) {
      if (
        value?.type === 'JSXExpressionContainer' &&
        value.expression.type !== 'Literal' &&
        value.expression.type !== 'TemplateLiteral'
      )
        visit(value.expression, false);
      return;
    }
    visit(value, false);
  };

  /**
   * An element with text of its own is one sentence, with the elements inside of it; what its expressions hold is found below it.
   *
   * @param {Node} node @param {boolean} isInside - of an element that has been read as one sentence
   */
  const element = (node, isInside) => {
    if (node.type === 'JSXElement') for (const each of node['openingElement'].attributes) visit(each, false);
    const hasText = node['children'].some((/** @type {Node} */ each) => each.type === 'JSXText' && each['value'].trim() !== '');
    if (hasText && !isInside) words.push(inline(node));
    for (const each of node['children']) {
      if (each.type === 'JSXText' || (hasText && isText(each))) continue;
      if (each.type === 'JSXExpressionContainer') visit(each.expression, true);
      else if (each.type === 'JSXElement') element(each, hasText);
      else visit(each, false);
    }
  };

  /** @param {Node} node @returns {string} */
  const inline = (node) =>
    node['children']
      .map((/** @type {Node} */ each) => {
        if (each.type === 'JSXText') return each['value'].replaceAll(/\s*\n\s*/g, ' ');
        if (each.type !== 'JSXExpressionContainer') return inlineElement(each);
        const { expression } = each;
        if (expression.type === 'JSXEmptyExpression') return '';
        return isText(each) ? literalText(expression) : '{…}';
      })
      .join('');

  /** @param {Node} node @returns {string} */
  const inlineElement = (node) =>
    node['children']?.some((/** @type {Node} */ each) => each.type === 'JSXText') ? inline(node) : '{…}';

  visit(program, false);
  return words;
}

/** @param {Node} node */
const isText = (node) =>
  node.type === 'JSXExpressionContainer' && ['Literal', 'TemplateLiteral'].includes(node['expression'].type);

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
