/** Words that do, or could do, more than look; in JavaScript, Python and their like. */
const ACTING =
  /^(?:await|yield|import|from|new|delete|function|class|lambda|def|async|throw|raise|return|let|var|const|del|exec|eval|print|super|with)$/

/** What only looks, in the languages themselves. */
const LOOKING =
  /^(?:len|str|repr|type|abs|round|min|max|sum|sorted|list|dict|tuple|set|bool|int|float|isinstance|hasattr|typeof|String|Number|Boolean|BigInt|isNaN|and|or|not|in|is|if|else|instanceof|void)$/

const TOKEN =
  /\s+|(?<text>[rRbBuU]{0,2}(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'))|(?<number>\d[\w.]*)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)|(?<sign>===|!==|==|!=|<=|>=|\?\.|\?\?|&&|\|\||\*\*|\/\/|\+\+|--|:=|=>|[-+*/%<>!&|^~?:.,()[\]{}=])/uy

/** How an expression must be, for whoever wrote another. */
export const WHAT_IS_PLAIN =
  'Names, properties, indexes, literals, comparisons, arithmetic, and calls of len, str, repr, type, sorted, String, Number and the like are; other calls and assignments are not.'

/** Whether an expression surely does nothing but look, but for what the program makes of looking itself. */
export function isPlainExpression(text: string): boolean {
  let last = ''
  let before = ''
  let at = 0
  TOKEN.lastIndex = 0
  while (at < text.length) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(text)
    if (!match) return false
    at = TOKEN.lastIndex
    const [token] = match
    if (token.trim() === '') continue
    if (!isHarmless(token, last, before)) return false
    before = last
    last = token
  }
  return last !== ''
}

function isHarmless(token: string, last: string, before: string): boolean {
  if (token === '=' || token === ':=' || token === '=>' || token === '++' || token === '--') {
    return false
  }
  if (token === '(') return !isCalled(last, before)
  // Text right after a word is a template, or made of code.
  if (/^[rRbBuU]{0,2}["']/.test(token)) return !/[\p{L}\p{N}_$]$/u.test(last) || LOOKING.test(last)
  return !ACTING.test(token) && !/^__\w+__$/.test(token)
}

/** Whether brackets after it would call something that may do more than look. */
function isCalled(last: string, before: string): boolean {
  if (last === '?.' || last === ')' || last === ']' || last === '}' || /["']$/.test(last))
    return true
  return /[\p{L}\p{N}_$]$/u.test(last) && (before.endsWith('.') || !LOOKING.test(last))
}
