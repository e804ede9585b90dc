/**
 * Programs that are harmless with any further words: they only print or wait, and no option makes
 * them open a file, start a program, use the network or set anything.
 */
export const HARMLESS_PROGRAMS: ReadonlySet<string> = new Set([
  ':',
  'basename',
  'dirname',
  'echo',
  'expr',
  'false',
  'pwd',
  'seq',
  'sleep',
  'tr',
  'true',
  'whoami',
])
